import { queryOptions } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import type { CurrentProject } from '#shell/project-context.tsx';

export const MESSAGE_STATUSES = ['queued', 'sent', 'failed', 'skipped'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export type Message = {
  message_id: string;
  /** Null outside broadcasts. */
  job_id: string | null;
  subscriber_id: string;
  /** As it was when the message was asked for. */
  first_name: string | null;
  channel: Channel;
  status: MessageStatus;
  reason: string | null;
  retryable: boolean | null;
  should_unsubscribe: boolean | null;
  /** Of a failure, in the platform's own words where it has some. */
  error: string | null;
  /** As it goes out; null where it cannot be said any more. */
  text: string | null;
  format: 'plain' | 'html' | null;
  media: { type: string; url: string } | null;
  buttons: { text: string; url?: string; callback_data?: string }[][];
  created_at: string;
  sent_at: string | null;
  finished_at: string | null;
};

export type MessagePage = { messages: Message[]; next_cursor: string | null };

export type SendDetail = {
  message_id: string;
  subscriber_id: string;
  channel: Channel;
  status: MessageStatus;
  reason?: string;
  error?: string;
};

export type SendAnswer = Record<MessageStatus, number> & { details: SendDetail[] };

const LOOK_EVERY_MS = 2000;

export const messageQuery = ({ api, key }: CurrentProject, messageId: string) =>
  queryOptions({
    queryKey: [...key, 'messages', 'one', messageId],
    queryFn: ({ signal }) => api.get<Message>(`/v1/messages/${messageId}`, {}, signal),
    // What is on its way is watched until it has arrived.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? LOOK_EVERY_MS : false),
  });

/** The newest of one person. */
export const messagesOfQuery = ({ api, key }: CurrentProject, subscriberId: string, limit: number) =>
  queryOptions({
    queryKey: [...key, 'messages', 'of', subscriberId, limit],
    queryFn: ({ signal }) => api.get<MessagePage>('/v1/messages', { subscriber_id: subscriberId, limit }, signal),
  });
