import { createHmac } from 'node:crypto';

/**
 * The secret in a session's bot link: 144 bits in Telegram's alphabet, derived from the session, so that the link can
 * be shown again although only its hash is stored. It is not the session_id and not the code: whoever photographs a
 * QR code learns nothing that can be polled or verified.
 */
export function linkToken(masterKey: Buffer, sessionId: string): string {
  return createHmac('sha256', masterKey)
    .update(`login link ${sessionId}`)
    .digest()
    .subarray(0, 18)
    .toString('base64url');
}
