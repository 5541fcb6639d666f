export type CurlRequest = { path: string; method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: unknown };

/** For a POSIX shell; a body without a method is a POST, as curl has it. */
export function curlCommand(baseUrl: string, { path, method, body }: CurlRequest): string {
  const parts = [`curl ${method === undefined || method === 'GET' ? '' : `-X ${method} `}${quote(baseUrl + path)}`];
  parts.push('-H "Authorization: Bearer $KEY"');
  if (body !== undefined) {
    parts.push('-H "Content-Type: application/json"');
    parts.push(`-d ${quote(JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return /^[\w:/.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
