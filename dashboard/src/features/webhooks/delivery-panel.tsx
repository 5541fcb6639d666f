import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { JsonBlock } from '#ui/code-block.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { useNow } from '#ui/now.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { AttemptList } from './attempt-list.tsx';
import styles from './delivery-panel.module.css';
import { DeliveryStatusBadge } from './delivery-status.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import { describeDelivery } from './describe-delivery.ts';
import { type DeliveryDetail, deliveryQuery, endpointsQuery, useRedeliver } from './webhook-api.ts';

export function DeliveryPanel() {
  const t = useTexts(deliveryTexts);
  const project = useProject();
  const navigate = useNavigate();
  const { deliveryId } = useParams({ from: '/p/$slug/webhooks/deliveries/$deliveryId' });
  const delivery = useQuery(deliveryQuery(project, deliveryId));
  const redeliver = useRedeliver();
  const close = () =>
    void navigate({
      to: '/p/$slug/webhooks/deliveries',
      params: { slug: project.project.slug },
      search: true,
      resetScroll: false,
    });
  const again = () =>
    redeliver.mutate(deliveryId, { onSuccess: () => toast(t.redelivered), onError: (error) => toastError(error) });

  const { data } = delivery;
  // Also what waits for a retry: once the endpoint is repaired, nobody wants to wait.
  const isWaiting = data?.status === 'pending' && data.last_error === null;
  const mayRedeliver = project.mayChange && data !== undefined && !isWaiting;
  return (
    <SidePanel
      title={data?.event ?? t.event}
      onClose={close}
      actions={
        mayRedeliver && (
          <Button leftSection={<Icon name="refresh" size={16} />} loading={redeliver.isPending} onClick={again}>
            {t.redeliver}
          </Button>
        )
      }
    >
      {delivery.isError && <ErrorNote error={delivery.error} onRetry={() => void delivery.refetch()} />}
      {delivery.isPending && <Skeleton height={320} />}
      {data && <DeliveryView delivery={data} />}
    </SidePanel>
  );
}

function DeliveryView({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTexts(deliveryTexts);
  const format = useFormat();
  const now = useNow();
  const { data: endpoints = [] } = useQuery(endpointsQuery(useProject()));
  const url = endpoints.find(({ id }) => id === delivery.endpoint_id)?.url ?? t.removedEndpoint;
  return (
    <>
      <Section title={t.outcome} action={<DeliveryStatusBadge status={delivery.status} />}>
        <p className={styles['says']} aria-live="polite">
          {describeDelivery(t, format, delivery, now)}
        </p>
        <Facts
          facts={{
            [t.endpoint]: <span className="mono">{url}</span>,
            [t.when]: <RelativeTime at={delivery.created_at} />,
            [t.id]: (
              <span className="mono">
                {delivery.delivery_id} <CopyButton value={delivery.delivery_id} what={t.id} />
              </span>
            ),
          }}
        />
      </Section>
      <Section title={t.payload}>
        <JsonBlock label={t.payload} value={delivery.payload} />
      </Section>
      <Section title={t.attemptList}>
        <AttemptList attempts={delivery.attempts} />
      </Section>
    </>
  );
}
