import { trimFormatted } from '../markup/spans.ts';
import { parseTelegramHtml } from '../markup/telegram-html.ts';
import { parseTelegramMarkdown } from '../markup/telegram-markdown.ts';
import type { FormattedText, Span, SpanType } from '../world/message.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';

const longestText = 4096;
const longestCaption = 1024;

const spanTypes: Readonly<Record<string, SpanType>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'strikethrough',
  spoiler: 'spoiler',
  code: 'code',
  pre: 'pre',
  text_link: 'link',
  blockquote: 'quote',
  bot_command: 'command',
};

export function readText(parameters: Parameters): FormattedText {
  const formatted = read(parameters, 'text', 'entities');
  if (formatted.text === '') throw badRequest('message text is empty');
  if (formatted.text.length > longestText) throw badRequest('message is too long');
  return formatted;
}

export function readCaption(parameters: Parameters): FormattedText {
  const formatted = read(parameters, 'caption', 'caption_entities');
  if (formatted.text.length > longestCaption) throw badRequest('message caption is too long');
  return formatted;
}

function read(parameters: Parameters, name: string, entitiesName: string): FormattedText {
  const source = parameters.text(name);
  const mode = parameters.text('parse_mode').toLowerCase();
  if (mode === '') return trimFormatted({ text: source, spans: readEntities(parameters.json(entitiesName)) });
  if (mode !== 'html' && mode !== 'markdownv2') throw badRequest('unsupported parse_mode');
  const parsed = mode === 'html' ? parseTelegramHtml(source) : parseTelegramMarkdown(source);
  if (parsed.outcome === 'invalid') throw badRequest(`can't parse entities: ${parsed.reason}`);
  return trimFormatted(parsed);
}

function readEntities(value: unknown): Span[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw badRequest("can't parse entities: expected an Array of MessageEntity");
  return value.flatMap((entity: unknown): Span[] => {
    const { type, offset, length, url, language } = (entity ?? {}) as Record<string, unknown>;
    const spanType = typeof type === 'string' ? spanTypes[type] : undefined;
    if (!spanType || typeof offset !== 'number' || typeof length !== 'number') return [];
    return [
      {
        type: spanType,
        offset,
        length,
        ...(typeof url === 'string' ? { url } : {}),
        ...(typeof language === 'string' ? { language } : {}),
      },
    ];
  });
}
