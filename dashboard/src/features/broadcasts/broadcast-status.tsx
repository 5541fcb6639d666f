import { useTexts } from '#lang/language-context.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import type { BroadcastStatus } from './broadcast-api.ts';
import { broadcastTexts } from './texts.ts';

const TONES: Record<BroadcastStatus, Tone> = {
  pending: 'waiting',
  processing: 'accent',
  paused: 'waiting',
  completed: 'good',
  cancelled: 'quiet',
};

export function BroadcastStatusBadge({ status }: { status: BroadcastStatus }) {
  const t = useTexts(broadcastTexts);
  return <StatusBadge tone={TONES[status]}>{t.statuses[status]}</StatusBadge>;
}
