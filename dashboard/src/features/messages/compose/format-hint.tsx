import { useTexts } from '#lang/language-context.tsx';
import { composeTexts } from './compose-texts.ts';
import type { Format } from './composition.ts';

/** What can be written in this format, as it is written. */
export function FormatHint({ format }: { format: Format }) {
  const t = useTexts(composeTexts);
  return (
    <>
      {format === 'plain' ? t.hints.plain : <span className="mono">{t.hints[format]}</span>} {t.variableHint}
    </>
  );
}
