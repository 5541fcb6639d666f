import { randomBytes, randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const LEAST_UUID = '00000000-0000-0000-0000-000000000000';
export const GREATEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Unguessable text of the given length; every character carries 5.95 bits. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: larger values would favour the first characters.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** Random bytes for ids, drawn in advance: one draw for many. */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** Sixteen fresh bytes, the caller's to change until the next call. */
function sixteenRandomBytes(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}

let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7: sorts by the time it was made, so that new rows sit together in an index. Those that one
 * process makes within a millisecond are in order too: 26 bits after the time count up from a random start.
 */
export function uuidv7(at: Date): string {
  const ms = at.getTime();
  const bytes = sixteenRandomBytes();
  sequence = ms === lastMs ? sequence + 1 : bytes.readUInt32BE(6) >>> 8;
  lastMs = ms;
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | ((sequence >>> 14) & 0x0fff), 6);
  bytes.writeUInt16BE(0x8000 | (sequence & 0x3fff), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The least UUIDv7 of that time: everything made before sorts before it. */
export function firstUuidAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** From the first to before the second: all UUIDv7 of that very millisecond. */
export function uuidsOf(at: Date): [first: string, end: string] {
  return [firstUuidAt(at), firstUuidAt(new Date(at.getTime() + 1))];
}

/** When a UUIDv7 was made, in milliseconds since 1970. */
export function msOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
