const signatures: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(1, 4).toString('latin1') === 'PNG'],
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8],
  ['image/gif', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8'],
  ['image/webp', (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
  ['video/mp4', (bytes) => bytes.subarray(4, 8).toString('latin1') === 'ftyp'],
  ['video/webm', (bytes) => bytes.readUInt32BE(0) === 0x1a45dfa3],
];

/** What a file is, by its first bytes: clients upload without a type, and the phone shows pictures and films. */
export function fileTypeOf(bytes: Uint8Array, declared: string): string {
  const start = Buffer.alloc(16);
  start.set(bytes.subarray(0, 16));
  return signatures.find(([, matches]) => matches(start))?.[0] ?? (declared || 'application/octet-stream');
}
