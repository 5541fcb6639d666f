// Starts the API reference. Everything that would leave this host is switched off; the page's policy forbids it as well.

// Its validation library would otherwise test whether it may call eval, which the policy reports as a violation.
globalThis.__zod_globalConfig = { jitless: true };

// Fires after all deferred scripts, so after the renderer's own.
document.addEventListener('DOMContentLoaded', () => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    // The address in the document may be another name of this host, which the policy would refuse.
    servers: [{ url: location.origin, description: 'This server' }],
    theme: 'none',
    forceDarkModeState: dark ? 'dark' : 'light',
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    documentDownloadType: 'json',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    defaultOpenAllTags: true,
  });
});
