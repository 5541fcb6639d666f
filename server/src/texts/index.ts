/** Everything the bots say, one file per language. The types hold both to the same keys. */
import type { Lang } from '#messengers';
import { en, type Texts } from './en.ts';
import { ru } from './ru.ts';

const TEXTS: Record<Lang, Texts> = { en, ru };

export type { Texts };

export function textsIn(lang: Lang): Texts {
  return TEXTS[lang];
}
