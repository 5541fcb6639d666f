import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';
import type { MessageBody } from '../messages/compose/composition.ts';
import type { Message } from '../messages/message-api.ts';
import { type Audience, audienceBody } from './audience.ts';

export const BROADCAST_STATUSES = ['pending', 'processing', 'paused', 'completed', 'cancelled'] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

export type Broadcast = {
  job_id: string;
  status: BroadcastStatus;
  /** As it was written, variables included. */
  text: string;
  total: number;
  sent: number;
  failed: number;
  skipped: number;
  /** Messages a minute of late; null until measured. */
  rate: number | null;
  /** Null while nobody can say. */
  estimated_end: string | null;
  messages_per_minute: number | null;
  retry_of: string | null;
  created_at: string;
  /** When the last recipient was accounted for. */
  finished_at: string | null;
};

export type BroadcastDetail = Broadcast & { by_reason: Record<string, number> };
export type BroadcastPage = { broadcasts: Broadcast[]; next_cursor: string | null };

export type Recipient = Pick<
  Message,
  'message_id' | 'subscriber_id' | 'first_name' | 'channel' | 'status' | 'reason' | 'error' | 'finished_at'
>;
export type RecipientPage = { deliveries: Recipient[]; next_cursor: string | null };

export type BroadcastPreview = { would_send_to: number; estimated_credits: number; rendered_sample: string };
export type BroadcastWish = MessageBody & {
  channel?: Channel;
  permission?: string;
  tags_all?: string[];
  tags_any?: string[];
  exclude_tags?: string[];
  messages_per_minute?: number;
};

/** While something is on its way. */
export const LOOK_EVERY_MS = 1500;

export const broadcastQuery = ({ api, key }: CurrentProject, jobId: string) =>
  queryOptions({
    queryKey: [...key, 'broadcasts', 'one', jobId],
    queryFn: ({ signal }) => api.get<BroadcastDetail>(`/v1/broadcast/${jobId}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LOOK_EVERY_MS : false),
  });

/** One of its messages, to show what it says; the broadcast itself does not tell. */
export const anyRecipientQuery = ({ api, key }: CurrentProject, jobId: string) =>
  queryOptions({
    queryKey: [...key, 'broadcasts', 'any', jobId],
    queryFn: async ({ signal }) =>
      (await api.get<RecipientPage>(`/v1/broadcast/${jobId}/deliveries`, { limit: 1 }, signal)).deliveries[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How many an audience comes to, before there is anything to say to it. */
export const audienceCountQuery = ({ api, key }: CurrentProject, audience: Audience) =>
  queryOptions({
    queryKey: [...key, 'broadcasts', 'count', audience],
    queryFn: async ({ signal }) => {
      const wish = { text: '…', ...audienceBody(audience), dry_run: true };
      return (await api.post<BroadcastPreview>('/v1/broadcast', wish, { signal })).would_send_to;
    },
    staleTime: 10_000,
    placeholderData: (before) => before,
  });

/** What a wish would come to; the server also says here what is wrong with it. */
export const broadcastPreviewQuery = ({ api, key }: CurrentProject, wish: BroadcastWish) =>
  queryOptions({
    queryKey: [...key, 'broadcasts', 'preview', wish],
    queryFn: ({ signal }) => api.post<BroadcastPreview>('/v1/broadcast', { ...wish, dry_run: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useBroadcastActs() {
  const { api, key } = useProject();
  const queries = useQueryClient();
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } finally {
      // After a refusal as well: it was over sooner than the page knew.
      await queries.invalidateQueries({ queryKey: [...key, 'broadcasts'] });
    }
  };
  const path = (jobId: string) => `/v1/broadcast/${jobId}`;
  return {
    create: (wish: BroadcastWish, idempotencyKey: string) =>
      after(api.post<Pick<Broadcast, 'job_id'>>('/v1/broadcast', wish, { idempotencyKey })),
    pause: (jobId: string) => after(api.post<Broadcast>(`${path(jobId)}/pause`)),
    resume: (jobId: string) => after(api.post<Broadcast>(`${path(jobId)}/resume`)),
    cancel: (jobId: string) => after(api.delete<Broadcast>(path(jobId))),
    retry: (jobId: string) => after(api.post<Pick<Broadcast, 'job_id'>>(`${path(jobId)}/retry`)),
  };
}

/** `crypto.randomUUID` is there on https and localhost only. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
