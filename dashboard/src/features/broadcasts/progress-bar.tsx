import { Progress } from '@mantine/core';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import type { Broadcast } from './broadcast-api.ts';
import { doneOf } from './describe-broadcast.ts';
import { broadcastTexts } from './texts.ts';

const PARTS = [
  { part: 'sent', color: 'green' },
  { part: 'failed', color: 'red' },
  { part: 'skipped', color: 'gray.5' },
] as const;

/** Sent, failed and skipped in one bar; the numbers beside it say the same. */
export function ProgressBar({ broadcast, size = 'md' }: { broadcast: Broadcast; size?: 'sm' | 'md' | 'lg' }) {
  const t = useTexts(broadcastTexts);
  const format = useFormat();
  const { total } = broadcast;
  const done = doneOf(broadcast);
  return (
    <Progress.Root
      size={size}
      role="progressbar"
      aria-label={t.progress}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={t.done(format.number(done), format.number(total))}
    >
      {PARTS.map(({ part, color }) => (
        <Progress.Section
          key={part}
          value={total === 0 ? 0 : (broadcast[part] / total) * 100}
          color={color}
          withAria={false}
        />
      ))}
    </Progress.Root>
  );
}
