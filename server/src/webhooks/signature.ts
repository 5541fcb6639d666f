import { createHmac, type KeyObject } from 'node:crypto';

/** `t=<seconds>,v1=<hex>[,v1=<hex>…]`: one value for each secret, over the time and the very bytes that are sent. */
export function signature(
  secrets: readonly (string | KeyObject)[],
  unixSeconds: number,
  body: string | Buffer,
): string {
  let text = `t=${unixSeconds}`;
  for (const secret of secrets) {
    const hmac = createHmac('sha256', secret);
    if (typeof body === 'string') hmac.update(`${unixSeconds}.${body}`);
    else hmac.update(`${unixSeconds}.`).update(body);
    text += `,v1=${hmac.digest('hex')}`;
  }
  return text;
}
