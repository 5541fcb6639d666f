import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';
import type { EventName } from './event-groups.ts';

export type EndpointStatus = 'active' | 'disabled';

export type Endpoint = {
  id: string;
  url: string;
  /** Empty: all. */
  events: EventName[];
  description: string | null;
  status: EndpointStatus;
  created_at: string;
};

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type Delivery = {
  delivery_id: string;
  endpoint_id: string;
  event: string;
  status: DeliveryStatus;
  attempt_count: number;
  last_status_code: number | null;
  last_error: string | null;
  created_at: string;
  next_attempt_at: string | null;
  finished_at: string | null;
};

export type Attempt = {
  attempt: number;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  error_detail: string | null;
  request_headers: Record<string, string>;
  response_body: string | null;
};

export type DeliveryDetail = Delivery & { payload: unknown; attempts: Attempt[] };
export type DeliveryPage = { deliveries: Delivery[]; next_cursor: string | null };

export type EndpointWish = { url: string; events: EventName[]; description: string | null };

export const endpointsQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'webhooks', 'endpoints'],
    queryFn: async ({ signal }) => (await api.get<{ webhooks: Endpoint[] }>('/v1/webhooks', {}, signal)).webhooks,
  });

/** The newest deliveries of an endpoint: how it fares. */
export const recentQuery = ({ api, key }: CurrentProject, endpointId: string) =>
  queryOptions({
    queryKey: [...key, 'webhooks', 'deliveries', 'recent', endpointId],
    queryFn: async ({ signal }) =>
      (await api.get<DeliveryPage>(`/v1/webhooks/${endpointId}/deliveries`, { limit: 20 }, signal)).deliveries,
  });

export const deliveryQuery = ({ api, key }: CurrentProject, deliveryId: string) =>
  queryOptions({
    queryKey: [...key, 'webhooks', 'deliveries', 'one', deliveryId],
    queryFn: ({ signal }) => api.get<DeliveryDetail>(`/v1/webhooks/deliveries/${deliveryId}`, {}, signal),
    // What is on its way is watched until it has arrived.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2000 : false),
  });

/** Every act on webhooks, after which what is shown of them is asked for again. */
export function useWebhookActs() {
  const project = useProject();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [...project.key, 'webhooks'] });
  const { api } = project;
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer;
    await refresh();
    return result;
  };
  const path = (id: string) => `/v1/webhooks/${id}`;
  return {
    create: (wish: EndpointWish) => after(api.post<Endpoint & { secret: string }>('/v1/webhooks', wish)),
    change: (id: string, change: Partial<EndpointWish & { status: EndpointStatus }>) =>
      after(api.put<Endpoint>(path(id), change)),
    remove: (id: string) => after(api.delete(path(id))),
    rotate: (id: string) =>
      after(api.post<{ secret: string; previous_secret_expires_at: string }>(`${path(id)}/rotate-secret`)),
    test: (id: string, event: EventName) => after(api.post<{ delivery_id: string }>(`${path(id)}/test`, { event })),
    recover: (id: string, since: string) => after(api.post<{ deliveries: number }>(`${path(id)}/recover`, { since })),
    redeliver: (id: string) => after(api.post<Delivery>(`/v1/webhooks/deliveries/${id}/redeliver`)),
  };
}

export function useRedeliver() {
  const { redeliver } = useWebhookActs();
  return useMutation({ mutationFn: redeliver });
}
