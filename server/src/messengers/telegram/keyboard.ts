import type { InlineKeyboardButton, InlineKeyboardMarkup } from '@grammyjs/types';
import type { Button } from '../messenger.ts';

/** Nothing where there are no buttons: an edit without a keyboard takes the old one away. */
export function keyboardOf(rows: Button[][] | undefined): { reply_markup?: InlineKeyboardMarkup } {
  const filled = (rows ?? []).filter((row) => row.length > 0);
  return filled.length === 0 ? {} : { reply_markup: { inline_keyboard: filled.map((row) => row.map(buttonOf)) } };
}

const styles = { positive: 'success', negative: 'danger' } as const;

function buttonOf(button: Button): InlineKeyboardButton {
  const { text, style } = button;
  const look = style === undefined ? { text } : { text, style: styles[style] };
  return 'url' in button ? { ...look, url: button.url } : { ...look, callback_data: button.tap };
}
