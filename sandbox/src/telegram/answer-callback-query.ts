import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';
import type { Telegram } from './telegram.ts';

const answerableForMs = 60_000;
const longestNotification = 200;

export function answerCallbackQuery(telegram: Telegram, parameters: Parameters): true {
  const callback = telegram.callbacks.find(parameters.text('callback_query_id'));
  if (!callback || telegram.world.now() - callback.at > answerableForMs) {
    throw badRequest('query is too old and response timeout expired or query ID is invalid');
  }
  const text = parameters.text('text');
  if (text.length > longestNotification) throw badRequest('MESSAGE_TOO_LONG');
  const alert = parameters.flag('show_alert');
  telegram.callbacks.answer(callback, { text: text || null, alert });
  if (text) {
    telegram.world.emit({ type: 'notification', channel: 'telegram', personId: callback.personId, text, alert });
  }
  return true;
}
