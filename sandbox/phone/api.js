/** @param {string} path */
export const get = (path) => call('GET', path);

/**
 * @param {string} path
 * @param {object} body
 */
export const post = (path, body) => call('POST', path, body);

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}
