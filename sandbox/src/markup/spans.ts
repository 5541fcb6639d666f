import type { FormattedText, Span } from '../world/message.ts';

export type ParseOutcome =
  | ({ readonly outcome: 'parsed' } & FormattedText)
  | { readonly outcome: 'invalid'; readonly reason: string };

export const byteOffset = (source: string, index: number): number => Buffer.byteLength(source.slice(0, index));

/** Drops empty spans, cuts what hangs over the trimmed ends, and sorts as the messengers do: outer before inner. */
export function trimFormatted({ text, spans }: FormattedText): FormattedText {
  const withoutEnd = text.trimEnd();
  const trimmed = withoutEnd.trimStart();
  const cut = withoutEnd.length - trimmed.length;
  const kept: Span[] = [];
  for (const span of spans) {
    const from = Math.max(0, span.offset - cut);
    const to = Math.min(trimmed.length, span.offset + span.length - cut);
    if (to > from) kept.push({ ...span, offset: from, length: to - from });
  }
  kept.sort((a, b) => a.offset - b.offset || b.length - a.length);
  return { text: trimmed, spans: kept };
}
