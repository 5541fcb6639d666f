import { parseMaxHtml, parseMaxMarkdown } from '../markup/max-markup.ts';
import { trimFormatted } from '../markup/spans.ts';
import type { Button, FormattedText, Media, MessageContent } from '../world/message.ts';
import type { Max } from './max.ts';
import { badPayload } from './refusal.ts';
import { mediaOfToken, uploadTypes } from './upload.ts';

const longestText = 4000;
const longestPayload = 1024;
const longestUrl = 2048;
const longestLabel = 128;
const mostRows = 30;
const mostInRow = 7;

type Fields = Readonly<Record<string, unknown>>;

/** What a NewMessageBody says; null or absent parts are left out, so that an edit keeps them. */
export function readMessageBody(max: Max, body: Fields): Partial<MessageContent> {
  const text = body['text'] ?? null;
  if (text !== null && typeof text !== 'string') throw badPayload("Field 'text' must be a string");
  const attachments = body['attachments'] ?? null;
  if (attachments !== null && !Array.isArray(attachments)) throw badPayload("Field 'attachments' must be an array");
  return {
    ...(text === null ? {} : readText(text, body['format'])),
    ...(attachments === null ? {} : readAttachments(max, attachments)),
  };
}

function readText(text: string, format: unknown): FormattedText {
  checkSize('text', text, longestText);
  if (format === undefined || format === null) return { text, spans: [] };
  if (format === 'markdown') return trimFormatted(parseMaxMarkdown(text));
  if (format === 'html') return trimFormatted(parseMaxHtml(text));
  throw badPayload(`Unknown format: ${String(format)}`);
}

function readAttachments(max: Max, attachments: unknown[]): Pick<MessageContent, 'rows' | 'media'> {
  let rows: Button[][] = [];
  const media: Media[] = [];
  for (const attachment of attachments) {
    const { type, payload } = (attachment ?? {}) as Fields;
    const fields = (payload ?? {}) as Fields;
    if (type === 'inline_keyboard') rows = readKeyboard(fields['buttons']);
    else media.push(...readMedia(max, type, fields));
  }
  if (media.length > 1 && media.some((item) => item.kind === 'document')) {
    throw badPayload('Must be only one file attachment in message');
  }
  return { rows, media };
}

function readMedia(max: Max, type: unknown, payload: Fields): Media[] {
  const known = uploadTypes.find((candidate) => candidate === type);
  if (!known) throw badPayload(`Unknown attachment type: ${String(type)}`);
  if (typeof payload['token'] === 'string') return [mediaOfToken(max, known, payload['token'])];
  if (known === 'image' && typeof payload['url'] === 'string') return [imageByUrl(payload['url'])];
  const photos = known === 'image' ? Object.values(payload['photos'] ?? {}) : [];
  if (photos.length === 0) throw badPayload(`No token in the ${known} attachment`);
  return photos.map((photo: unknown) => mediaOfToken(max, 'image', String((photo as Fields | null)?.['token'])));
}

function imageByUrl(url: string): Media {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw badPayload('Invalid image url');
  const name = new URL(url).pathname.split('/').at(-1) || 'image';
  return { kind: 'photo', name, size: 0, mime: 'application/octet-stream', fileId: null, url };
}

function readKeyboard(rows: unknown): Button[][] {
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    throw badPayload("Field 'buttons' must be an array of arrays");
  if (rows.length > mostRows) throw badPayload(`Field 'buttons' size (${rows.length}) must be at most ${mostRows}`);
  for (const row of rows) {
    if (row.length > mostInRow) throw badPayload(`Row size (${row.length}) must be at most ${mostInRow}`);
  }
  return rows.map((row: unknown[]) => row.map(readButton)).filter((row) => row.length > 0);
}

function readButton(input: unknown): Button {
  const { type, text, payload, url } = (input ?? {}) as Fields;
  if (typeof text !== 'string' || text === '') throw badPayload("Field 'text' must not be empty");
  checkSize('text', text, longestLabel);
  if (type === 'callback') {
    if (typeof payload !== 'string') throw badPayload("Missing required field: 'payload'");
    checkSize('payload', payload, longestPayload);
    return { text, data: payload };
  }
  if (type === 'link') {
    if (typeof url !== 'string') throw badPayload("Missing required field: 'url'");
    checkSize('url', url, longestUrl);
    if (!/^https?:\/\//i.test(url)) throw badPayload('Must have only http/https links format in buttons');
    return { text, url };
  }
  throw badPayload(`Unsupported button type: ${String(type)}`);
}

function checkSize(field: string, value: string, limit: number): void {
  if (value.length > limit) throw badPayload(`Field '${field}' size (${value.length}) must be at most ${limit}`);
}
