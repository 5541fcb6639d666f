/** A page of ours: nothing inline, nothing from elsewhere. */
export const PAGE_POLICY = contentSecurity({});

/** The API reference injects its own style sheet, inlines icons as data: and calls the API for "try it". */
export const REFERENCE_POLICY = contentSecurity({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

/** The strictest policy that shows a page, with changes by directive. */
export function contentSecurity(changes: Record<string, string>): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...changes,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/** An origin that can stand in a policy; undefined for whatever could end the directive and begin another. */
export function policyOrigin(url: string): string | undefined {
  const origin = URL.parse(url)?.origin ?? '';
  return /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(origin) ? origin : undefined;
}
