import { isIP } from 'node:net';
import { AppError } from '#lib/app-error.ts';
import { base62ToUuid, uuidToBase62 } from '#lib/uuid-base62.ts';
import type { Button } from '#messengers';
import type { ButtonWish } from './composition.ts';
import { isBlank } from './composition.ts';
import type { MessageBody } from './message-body.ts';

const MOST_ROWS = 3;
const MOST_IN_ROW = 3;
const LONGEST_LABEL = 64;
const LONGEST_DATA_BYTES = 64;
const LONGEST_URL = 2048;

type ButtonInput = NonNullable<MessageBody['buttons']>[number][number];

/** Empty where there are none. Throws what is wrong, by the button's place. */
export function readButtons(rows: NonNullable<MessageBody['buttons']>): ButtonWish[][] {
  if (rows.length > MOST_ROWS) throw invalid('buttons', `has ${rows.length} rows; at most ${MOST_ROWS} are allowed`);
  return rows.map((row, r) => {
    const where = `buttons.${r}`;
    if (row.length === 0) throw invalid(where, 'is a row without buttons');
    if (row.length > MOST_IN_ROW) throw invalid(where, `has ${row.length} buttons; at most ${MOST_IN_ROW} are allowed`);
    return row.map((button, c) => readButton(button, `${where}.${c}`));
  });
}

function readButton({ text: written, url, callback_data: data }: ButtonInput, where: string): ButtonWish {
  const text = written.trim();
  if (isBlank(text)) throw invalid(`${where}.text`, 'must not be empty');
  const length = [...text].length;
  if (length > LONGEST_LABEL) {
    throw invalid(`${where}.text`, `has ${length} characters; at most ${LONGEST_LABEL} are allowed`);
  }
  if (url !== undefined && data !== undefined)
    throw invalid(where, 'has both `url` and `callback_data`; send one of them');
  if (url !== undefined) {
    const problem = problemOfUrl(url);
    if (problem !== undefined) throw new AppError('invalid_url', `\`${where}.url\`: ${problem}.`);
    return { text, url };
  }
  if (data === undefined) throw invalid(where, 'needs `url` or `callback_data`');
  const bytes = Buffer.byteLength(data);
  if (bytes === 0) throw invalid(`${where}.callback_data`, 'must not be empty');
  if (bytes > LONGEST_DATA_BYTES) {
    throw invalid(`${where}.callback_data`, `has ${bytes} bytes in UTF-8; at most ${LONGEST_DATA_BYTES} are allowed`);
  }
  return { text, callback_data: data };
}

/** People open it, not Bellhop. Telegram wants a public name, and refuses the whole message over one button. */
function problemOfUrl(url: string): string | undefined {
  if (url.length > LONGEST_URL) return `the URL is longer than ${LONGEST_URL} characters`;
  if (/[\p{Cc}\s]/u.test(url)) return 'the URL contains spaces or control characters';
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return 'this is not a valid http:// or https:// URL';
  const host = parsed.hostname.replace(/\.$/, '');
  const isLocal = isIP(host) === 4 ? /^(127\.|0\.0\.0\.0$)/.test(host) : /(^\[|^[^.]*$|\.localhost$)/.test(host);
  return isLocal ? 'messengers open only public host names, not localhost or a name of the local network' : undefined;
}

const invalid = (field: string, problem: string): AppError =>
  new AppError('validation_failed', `\`${field}\` ${problem}.`);

/** The prefix under which taps on a project's buttons come back. */
const BUTTON_TAP_PREFIX = 'msg';

/** `callback_data` stays here: the button carries which message it is under, and where. */
export function toButtons(wishes: ButtonWish[][], messageId: string): Button[][] {
  const id = uuidToBase62(messageId);
  return wishes.map((row, r) =>
    row.map((button, c) =>
      'url' in button
        ? { text: button.text, url: button.url }
        : { text: button.text, tap: `${BUTTON_TAP_PREFIX}:${id}:${r}${c}` },
    ),
  );
}

/** What follows the prefix of a tap: which button of which message. Anybody can make one up. */
export function parseButtonTap(rest: string): { messageId: string; row: number; column: number } | undefined {
  const [, id = '', row, column] = /^([0-9A-Za-z]{22}):([0-2])([0-2])$/.exec(rest) ?? [];
  const messageId = base62ToUuid(id);
  return messageId === undefined ? undefined : { messageId, row: Number(row), column: Number(column) };
}
