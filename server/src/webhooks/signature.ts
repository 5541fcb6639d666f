import { createHmac } from 'node:crypto';

/** `t=<seconds>,v1=<hex>[,v1=<hex>…]`: one value for each secret, over the time and the very bytes that are sent. */
export function signature(secrets: readonly string[], unixSeconds: number, body: string | Buffer): string {
  const values = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex'),
  );
  return [`t=${unixSeconds}`, ...values.map((value) => `v1=${value}`)].join(',');
}
