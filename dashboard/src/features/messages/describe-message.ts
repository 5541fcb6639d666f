import type { ReasonWords } from './reason-texts.ts';

/** The words of a reason; one that this page does not know is shown by its name. */
export function describeReason(texts: Record<string, ReasonWords>, reason: string): ReasonWords {
  const known = Object.hasOwn(texts, reason) ? texts[reason] : undefined;
  return known ?? { short: reason, says: `${reason}.`, next: '' };
}
