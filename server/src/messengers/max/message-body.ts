import { saidNo } from '../failure.ts';
import { renderText } from '../markup/index.ts';
import type { Button, OutgoingMessage, Result } from '../messenger.ts';
import type { MediaAttachment } from './upload-media.ts';

type Keyboard = { type: 'inline_keyboard'; payload: { buttons: object[][] } };
export type MessageBody = { text: string; format?: 'html'; attachments: (MediaAttachment | Keyboard)[] };

/** Without attachments the list is empty, not missing: that is what takes a keyboard away in an edit. */
export function messageBodyOf(message: OutgoingMessage): Result<MessageBody> {
  const text = renderText(message.text, message.format);
  if (!text.ok) return saidNo('invalid_message', text.problem);
  const rows = (message.buttons ?? []).filter((row) => row.length > 0);
  const attachments: Keyboard[] =
    rows.length === 0 ? [] : [{ type: 'inline_keyboard', payload: { buttons: rows.map((row) => row.map(buttonOf)) } }];
  return { ok: true, value: { text: text.text, ...(text.isHtml ? { format: 'html' } : {}), attachments } };
}

/** MAX's buttons have no colours. */
const buttonOf = (button: Button): object =>
  'url' in button
    ? { type: 'link', text: button.text, url: button.url }
    : { type: 'callback', text: button.text, payload: button.tap };
