// node verify-webhook.mjs "$SECRET" "$SIGNATURE" < body.json
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

// rawBody is a Buffer of the bytes as they arrived, before any JSON parser.
export function verify(secret, signatureHeader, rawBody) {
  const parts = (signatureHeader ?? '').split(',');
  const valuesOf = (name) => parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const times = valuesOf('t=');
  // Digits only: with a dot in it, t could swallow the beginning of the body.
  if (!secret || times.length !== 1 || !/^[0-9]+$/.test(times[0])) return false;
  const hmac = createHmac('sha256', secret).update(`${times[0]}.`).update(rawBody);
  const expected = Buffer.from(hmac.digest('hex'));
  return valuesOf('v1=').some((value) => {
    const given = Buffer.from(value);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

if (process.argv[1] === import.meta.filename) {
  const [secret, signatureHeader] = process.argv.slice(2);
  process.exit(verify(secret, signatureHeader, readFileSync(0)) ? 0 : 1);
}
