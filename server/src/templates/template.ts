import type { Format } from '#messengers';
import type { Texts } from './texts.ts';

/** A text that a project keeps, to send it by its key. */
export type Template = {
  projectId: string;
  key: string;
  format: Format;
  texts: Texts;
  createdAt: Date;
  updatedAt: Date;
};

export const MOST_TEMPLATES = 100;
/** UTF-16 units, as written; what goes out is measured again. */
export const LONGEST_TEMPLATE_TEXT = 4_000;

// Not "." or "..", which would vanish from an address.
const key = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,64}$/;
export const isTemplateKey = (text: string): boolean => key.test(text);
