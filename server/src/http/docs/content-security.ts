/** A page of ours: nothing inline, nothing from elsewhere. */
export const PAGE_POLICY = policy({});

/** The API reference injects its own style sheet, inlines icons as data: and calls the API for "try it". */
export const REFERENCE_POLICY = policy({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

function policy(changes: Record<string, string>): string {
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
