import { useTexts } from '#lang/language-context.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import type { Subscriber } from './subscriber-api.ts';
import { subscriberTexts } from './texts.ts';

export function SubscriberState({ subscriber }: { subscriber: Pick<Subscriber, 'active' | 'blocked'> }) {
  const t = useTexts(subscriberTexts).states;
  const { active, blocked } = subscriber;
  if (active) return <StatusBadge tone="good">{t.active}</StatusBadge>;
  return <StatusBadge tone={blocked ? 'bad' : 'quiet'}>{blocked ? t.blocked : t.left}</StatusBadge>;
}
