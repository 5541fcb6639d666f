import { createHash, timingSafeEqual } from 'node:crypto';

/** For secrets with full entropy (keys, tokens, codes): a plain hash is enough and can be looked up. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares without telling by its duration where the two differ, or how long they are. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(secretHash(given), secretHash(expected));
}
