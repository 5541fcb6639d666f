import { useTexts } from '#lang/language-context.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import type { MessageStatus } from './message-api.ts';
import { messageTexts } from './texts.ts';

const TONES: Record<MessageStatus, Tone> = { queued: 'waiting', sent: 'good', failed: 'bad', skipped: 'quiet' };

export function MessageStatusBadge({ status }: { status: MessageStatus }) {
  const t = useTexts(messageTexts);
  return <StatusBadge tone={TONES[status]}>{t.statuses[status]}</StatusBadge>;
}
