import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import styles from './recent-strip.module.css';
import { webhookTexts } from './texts.ts';
import { recentQuery } from './webhook-api.ts';

/** How an endpoint fares, at a glance: its last deliveries, oldest on the left. */
export function RecentStrip({ endpointId }: { endpointId: string }) {
  const t = useTexts(webhookTexts).endpoints;
  const { data: deliveries } = useQuery(recentQuery(useProject(), endpointId));
  if (deliveries === undefined) return null;
  if (deliveries.length === 0) return <span className="soft">{t.noneYet}</span>;
  const good = deliveries.filter(({ status }) => status === 'delivered').length;
  const text = t.recentText(good, deliveries.length);
  return (
    <Tooltip label={text}>
      <span className={styles['strip']} role="img" aria-label={text} data-above>
        {deliveries.toReversed().map(({ delivery_id, status }) => (
          <span key={delivery_id} className={styles[status]} />
        ))}
      </span>
    </Tooltip>
  );
}
