import { useTexts } from '#lang/language-context.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import type { DeliveryStatus } from './webhook-api.ts';

const TONES: Record<DeliveryStatus, Tone> = {
  pending: 'waiting',
  delivered: 'good',
  failed: 'bad',
  skipped: 'quiet',
};

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  const t = useTexts(deliveryTexts);
  return <StatusBadge tone={TONES[status]}>{t.statuses[status]}</StatusBadge>;
}
