import { isBuiltIn, variablesIn } from '../../../../server/src/templates/variables.ts';
import { TEXT_KEYS, type Template, type TemplateWish, type TextKey } from './template-api.ts';

/** What the editor holds: empty stands for none. */
export type TemplateDraft = { format: Template['format']; texts: Record<TextKey, string> };

export const EMPTY_DRAFT: TemplateDraft = { format: 'plain', texts: { ru: '', en: '', fallback: '' } };

export function draftOf({ format, texts }: Template): TemplateDraft {
  return { format, texts: { ru: texts.ru ?? '', en: texts.en ?? '', fallback: texts.fallback ?? '' } };
}

export function wishOf({ format, texts }: TemplateDraft): TemplateWish {
  const kept = (name: TextKey) => (texts[name].trim() === '' ? null : texts[name]);
  return { format, texts: { ru: kept('ru'), en: kept('en'), fallback: kept('fallback') } };
}

export function isSame(a: TemplateDraft, b: TemplateDraft): boolean {
  return a.format === b.format && TEXT_KEYS.every((name) => a.texts[name] === b.texts[name]);
}

/** The written texts alone, as the server's rules take them. */
export function writtenTexts({ texts }: TemplateDraft): Partial<Record<TextKey, string>> {
  return Object.fromEntries(TEXT_KEYS.filter((name) => texts[name].trim() !== '').map((name) => [name, texts[name]]));
}

/** Each once: those that somebody sends, and those that are known of everybody. */
export function usedVariables({ texts }: TemplateDraft): { own: string[]; builtIn: string[] } {
  const names = [...new Set(TEXT_KEYS.flatMap((name) => variablesIn(texts[name])))];
  return { own: names.filter((name) => !isBuiltIn(name)), builtIn: names.filter(isBuiltIn) };
}
