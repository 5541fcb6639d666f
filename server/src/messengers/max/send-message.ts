import { unreachable } from '../failure.ts';
import type { OutgoingMessage, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { messageBodyOf } from './message-body.ts';
import { isNotReady } from './refusal.ts';
import type { MaxMessage } from './shapes.ts';
import { uploadMedia } from './upload-media.ts';

/** Waits for an upload to be digested, in milliseconds; together under ten seconds. */
const readyWaits = [300, 600, 1200, 2400, 4800];

export async function sendMessage(
  api: BotApi,
  pause: (ms: number) => Promise<unknown>,
  personId: string,
  message: OutgoingMessage,
): Promise<Result<{ messageId: string }>> {
  const body = messageBodyOf(message);
  if (!body.ok) return body;
  if (message.media) {
    const uploaded = await uploadMedia(api, message.media);
    if (!uploaded.ok) return uploaded;
    body.value.attachments.unshift(uploaded.value);
  }
  for (let attempt = 0; ; attempt += 1) {
    const query = { user_id: personId, disable_link_preview: true };
    const sent = await api.call({ method: 'POST', path: '/messages', query, body: body.value });
    if (sent.ok) {
      const mid = (sent.value as { message?: MaxMessage }).message?.body?.mid;
      return typeof mid === 'string'
        ? { ok: true, value: { messageId: mid } }
        : unreachable(true, 'sent, but the answer has no message id');
    }
    const wait = readyWaits[attempt];
    if (!isNotReady(sent.failure) || wait === undefined) return sent;
    await pause(wait);
  }
}
