import type { Language } from './language.ts';

const RULES = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') } as const;
const NUMBERS = { en: new Intl.NumberFormat('en'), ru: new Intl.NumberFormat('ru') } as const;

/** `one`, `few` and `many` as the language has them; English needs `one` and `many`. */
type Forms = { one: string; few?: string; many: string };

/** The number and its word: "1 delivery", "5 доставок". */
export function plural(language: Language, count: number, forms: Forms): string {
  return `${NUMBERS[language].format(count)} ${pluralWord(language, count, forms)}`;
}

function pluralWord(language: Language, count: number, { one, few, many }: Forms): string {
  const rule = RULES[language].select(count);
  if (rule === 'one') return one;
  return rule === 'few' ? (few ?? many) : many;
}
