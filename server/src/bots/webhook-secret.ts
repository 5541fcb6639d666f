import { createHmac } from 'node:crypto';
import type { Channel } from '#messengers';

/** Known to every process without being stored; changes with the master key and with the bot. 43 of `[A-Za-z0-9_-]`. */
export function webhookSecret(masterKey: Buffer, channel: Channel, botId: string): string {
  return createHmac('sha256', masterKey).update(`bot webhook\n${channel}\n${botId}`).digest('base64url');
}
