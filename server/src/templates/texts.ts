import type { Lang } from '#messengers';

/** A text by language, at least one of them. */
export type Texts = { ru?: string; en?: string; fallback?: string };
export const TEXT_KEYS = ['ru', 'en', 'fallback'] as const;

/** The language's own, else the fallback, else the other language. */
export function pickText(texts: Texts, lang: Lang): string {
  const text = texts[lang] ?? texts.fallback ?? texts.ru ?? texts.en;
  if (text === undefined) throw new Error('There is no text at all.');
  return text;
}

export const allTexts = (texts: Texts): [key: keyof Texts, text: string][] =>
  TEXT_KEYS.flatMap((key): [keyof Texts, string][] => (texts[key] === undefined ? [] : [[key, texts[key]]]));
