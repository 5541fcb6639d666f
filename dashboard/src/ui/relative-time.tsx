import { Tooltip } from '@mantine/core';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useNow } from './now.ts';
import { uiTexts } from './texts.ts';

/** "2 min ago", with the exact time on hover and for machines; a dash of words where there is none. */
export function RelativeTime({ at, none }: { at: string | null | undefined; none?: string }) {
  const format = useFormat();
  const t = useTexts(uiTexts);
  const now = useNow();
  if (at == null) return <span className="soft">{none ?? t.never}</span>;
  const age = now.getTime() - new Date(at).getTime();
  const text = Math.abs(age) < 3000 ? t.now : format.relative(at, now);
  return (
    <Tooltip label={format.exact(at)}>
      <time className="numbers nowrap" dateTime={at} data-above>
        {text}
      </time>
    </Tooltip>
  );
}
