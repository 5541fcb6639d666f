/** A text with formatting, as every messenger can show it. Code holds text alone; links do not nest. */
export type Span =
  | { type: 'text'; text: string }
  | { type: 'bold' | 'italic' | 'strike' | 'underline'; spans: Span[] }
  | { type: 'code' | 'pre'; text: string }
  | { type: 'link'; url: string; spans: Span[] };

export type Parsed = { ok: true; spans: Span[] } | { ok: false; problem: string };

export const plainText = (spans: readonly Span[]): string =>
  spans.map((span) => ('text' in span ? span.text : plainText(span.spans))).join('');

/** Adds text, joined to the text before it. */
export function addText(spans: Span[], text: string): void {
  if (text === '') return;
  const last = spans.at(-1);
  if (last?.type === 'text') last.text += text;
  else spans.push({ type: 'text', text });
}
