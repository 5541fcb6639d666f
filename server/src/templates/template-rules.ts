import { AppError } from '#lib/app-error.ts';
import type { Format } from '#messengers';
import { problemOfMarkup } from './render-text.ts';
import { isTemplateKey, LONGEST_TEMPLATE_TEXT } from './template.ts';
import { allTexts, type Texts } from './texts.ts';

export const templateNotFound = (): AppError => new AppError('not_found', 'The project has no template with that key.');

export function requireKey(key: string): void {
  if (isTemplateKey(key)) return;
  throw new AppError(
    'validation_failed',
    '`key` must have 1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-", and not be "." or "..".',
  );
}

export function requireTexts(texts: Texts, format: Format): void {
  const all = allTexts(texts);
  if (all.length === 0) throw new AppError('validation_failed', '`texts` needs at least one of ru, en and fallback.');
  for (const [name, text] of all) {
    const problem = problemOfText(text, format);
    if (problem !== undefined) throw new AppError('validation_failed', `\`texts.${name}\` ${problem}.`);
  }
}

function problemOfText(text: string, format: Format): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (text.length > LONGEST_TEMPLATE_TEXT) {
    return `has ${text.length} characters; at most ${LONGEST_TEMPLATE_TEXT} are allowed`;
  }
  const problem = problemOfMarkup(text, format);
  return problem === undefined ? undefined : `is not valid ${format}: ${problem}`;
}
