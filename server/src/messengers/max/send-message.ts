import { unreachable } from '../failure.ts';
import type { OutgoingMessage, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { type MessageBody, messageBodyOf } from './message-body.ts';
import { isBadAttachment, isNotReady } from './refusal.ts';
import type { MaxMessage } from './shapes.ts';
import type { KnownUploads } from './upload-media.ts';

/** Waits for an upload to be digested, in milliseconds; together under ten seconds. */
const readyWaits = [300, 600, 1200, 2400, 4800];

export type SendMeans = { api: BotApi; uploads: KnownUploads; pause: (ms: number) => Promise<unknown> };

export async function sendMessage(
  means: SendMeans,
  personId: string,
  message: OutgoingMessage,
): Promise<Result<{ messageId: string }>> {
  const body = messageBodyOf(message);
  if (!body.ok) return body;
  const { media } = message;
  if (!media) return post(means, personId, body.value);
  for (;;) {
    const { uploaded, isNew } = await means.uploads.attach(means.api, media);
    if (!uploaded.ok) return uploaded;
    const attachments = [uploaded.value, ...body.value.attachments];
    const sent = await post(means, personId, { ...body.value, attachments });
    if (sent.ok || isNew || !isBadAttachment(sent.failure)) return sent;
    await means.uploads.forget(media, uploaded.value);
  }
}

async function post(
  { api, pause }: SendMeans,
  personId: string,
  body: MessageBody,
): Promise<Result<{ messageId: string }>> {
  for (let attempt = 0; ; attempt += 1) {
    const query = { user_id: personId, disable_link_preview: true };
    const sent = await api.call({ method: 'POST', path: '/messages', query, body });
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
