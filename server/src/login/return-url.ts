/** The page with `code` and `state` added; a query that is there already is kept as it is. */
export function returnUrlWith(returnUrl: string, parameters: { code: string; state: string | null }): string {
  const query = new URLSearchParams({ code: parameters.code });
  if (parameters.state !== null) query.set('state', parameters.state);
  const separator = returnUrl.includes('?') ? (/[?&]$/.test(returnUrl) ? '' : '&') : '?';
  return returnUrl + separator + query.toString();
}
