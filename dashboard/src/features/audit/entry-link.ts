import type { LinkProps } from '@tanstack/react-router';
import type { AuditEntry } from './audit-api.ts';

/** To what an entry tells of, where that can still be looked at. */
export function entryLink(slug: string, { action, detail }: AuditEntry): LinkProps | undefined {
  const { job_id, endpoint_id, subscriber_id } = detail as Record<'job_id' | 'endpoint_id' | 'subscriber_id', unknown>;
  if (action.endsWith('.removed')) return undefined;
  if (typeof job_id === 'string') return { to: '/p/$slug/broadcasts/$jobId', params: { slug, jobId: job_id } };
  if (typeof endpoint_id === 'string')
    return { to: '/p/$slug/webhooks/endpoints/$endpointId', params: { slug, endpointId: endpoint_id } };
  if (typeof subscriber_id === 'string')
    return { to: '/p/$slug/subscribers/$subscriberId', params: { slug, subscriberId: subscriber_id } };
  return undefined;
}
