/** The query of an address as plain strings: `?status=failed`, never JSON. */
export type SearchParams = { [name: string]: string | undefined };

export function parseSearch(search: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

export function validateSearch(raw: Record<string, unknown>): SearchParams {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}
