import { createHash } from 'node:crypto';

/**
 * The id of what one request says to one subscriber: a UUIDv7 of the request's time, and always the same one. Two runs of
 * a request, one of which was believed dead, therefore store one message.
 */
export function messageIdOf(requestId: string, subscriberId: string): string {
  const bytes = createHash('sha256').update(`${requestId} ${subscriberId}`).digest().subarray(0, 16);
  Buffer.from(requestId.replaceAll('-', ''), 'hex').copy(bytes, 0, 0, 6);
  bytes.writeUInt16BE(0x7000 | (bytes.readUInt16BE(6) & 0x0fff), 6);
  bytes.writeUInt16BE(0x8000 | (bytes.readUInt16BE(8) & 0x3fff), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
