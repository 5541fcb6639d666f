import { createHmac, timingSafeEqual } from 'node:crypto';
import { base62ToUuid, uuidToBase62 } from '#lib/uuid-base62.ts';

/** `continue`: back to the hosted page. `return`: through to the project's page, with the code. */
type Purpose = 'continue' | 'return';

const ID_LENGTH = 22;

/** Names a session in a link that nobody can make up: its id and a seal over it. Nothing has to be stored. */
export function sessionToken(masterKey: Buffer, purpose: Purpose, id: string): string {
  return uuidToBase62(id) + mac(masterKey, purpose, id).toString('base64url');
}

export function readSessionToken(masterKey: Buffer, purpose: Purpose, token: string): string | undefined {
  const id = base62ToUuid(token.slice(0, ID_LENGTH));
  if (id === undefined) return undefined;
  const given = Buffer.from(token.slice(ID_LENGTH), 'base64url');
  const expected = mac(masterKey, purpose, id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

function mac(masterKey: Buffer, purpose: Purpose, id: string): Buffer {
  return createHmac('sha256', masterKey).update(`login ${purpose} ${id}`).digest().subarray(0, 18);
}
