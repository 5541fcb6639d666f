import type { Language } from './language.ts';

export type Texts<Shape> = Record<Language, Shape>;

/** Both languages of a feature side by side; the Russian must have everything that the English has. */
export function defineTexts<Shape>(texts: { en: Shape; ru: NoInfer<Shape> }): Texts<Shape> {
  return texts;
}
