import { randomBytes } from 'node:crypto';

/** How long a secret still signs after it was replaced. */
export const GRACE_SECONDS = 24 * 3600;

/** Every secret in use adds a value to the signature, and receivers take only so much of a header. */
export const MOST_SECRETS = 20;

/** The key of the HMAC is this whole text. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
