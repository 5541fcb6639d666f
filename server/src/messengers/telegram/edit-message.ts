import { saidNo } from '../failure.ts';
import { renderText } from '../markup/index.ts';
import type { OutgoingMessage, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { keyboardOf } from './keyboard.ts';
import { hasNoText, isNotModified } from './refusal.ts';

/** The text of a media message is its caption, which only Telegram's answer tells. */
export async function editMessage(
  api: BotApi,
  personId: string,
  messageId: string,
  message: OutgoingMessage,
): Promise<Result<void>> {
  const text = renderText(message.text, message.format);
  if (!text.ok) return saidNo('invalid_message', text.problem);
  const target = { chat_id: Number(personId), message_id: Number(messageId), ...keyboardOf(message.buttons) };
  const parsing = text.isHtml ? ({ parse_mode: 'HTML' } as const) : {};
  let edited: Result<unknown> = await api.call('editMessageText', {
    ...target,
    text: text.text,
    ...parsing,
    link_preview_options: { is_disabled: true },
  });
  if (!edited.ok && hasNoText(edited.failure)) {
    edited = await api.call('editMessageCaption', { ...target, caption: text.text, ...parsing });
  }
  return edited.ok || isNotModified(edited.failure) ? { ok: true, value: undefined } : edited;
}
