import { isIP } from 'node:net';
import type { Button } from '../world/message.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';

const longestData = 64;
const styles = ['success', 'danger', 'primary'];

/** The rows of `reply_markup.inline_keyboard`; no markup is an empty keyboard. */
export function readKeyboard(parameters: Parameters): Button[][] {
  const markup = parameters.json('reply_markup');
  if (markup === undefined) return [];
  if (typeof markup !== 'object' || markup === null || Array.isArray(markup)) {
    throw badRequest('object expected as reply markup');
  }
  const rows = (markup as Record<string, unknown>)['inline_keyboard'];
  if (rows === undefined) return [];
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
  return rows
    .map((row: unknown) => {
      if (!Array.isArray(row)) throw badRequest('InlineKeyboardMarkup must be an Array of Arrays');
      return row.map(readButton);
    })
    .filter((row) => row.length > 0);
}

function readButton(input: unknown): Button {
  const { text, url, callback_data: data, style } = (input ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string' || text === '') {
    throw badRequest('can\'t parse inline keyboard button: Field "text" must be of type String');
  }
  if (style !== undefined && !styles.includes(String(style))) {
    throw badRequest("can't parse inline keyboard button: invalid button style specified");
  }
  const look = style === undefined ? {} : { style: String(style) };
  if (typeof url === 'string') {
    const problem = problemOfUrl(url);
    if (problem) throw badRequest(`inline keyboard button URL '${url}' is invalid: ${problem}`);
    return { text, url, ...look };
  }
  if (typeof data === 'string') {
    const size = Buffer.byteLength(data);
    if (size < 1 || size > longestData) throw badRequest('BUTTON_DATA_INVALID');
    return { text, data, ...look };
  }
  throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
}

/** Telegram wants a public name: `localhost` and loopback addresses are refused. */
export function problemOfUrl(url: string): string | null {
  if (url.startsWith('tg://')) return null;
  if (!URL.canParse(url)) return 'Wrong HTTP URL';
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return 'Unsupported URL protocol';
  const loopback =
    isIP(hostname) === 4 ? hostname.startsWith('127.') || hostname === '0.0.0.0' : hostname.startsWith('[');
  return loopback || !hostname.includes('.') || hostname.endsWith('.localhost') ? 'Wrong HTTP URL' : null;
}
