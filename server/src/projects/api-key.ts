import { randomBase62 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';

const PREFIX = 'bh_live_';

/** `bh_live_` and 32 characters: 190 bits. Only the hash is stored, with a start that tells keys apart. */
export type NewApiKey = { key: string; hash: Buffer; prefix: string };

export function makeApiKey(key = PREFIX + randomBase62(32)): NewApiKey {
  return { key, hash: secretHash(key), prefix: key.slice(0, PREFIX.length + 4) };
}
