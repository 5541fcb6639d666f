import type { Channel, Reason } from '#messengers';
import type { Content } from './content.ts';

/**
 * An outgoing message:
 *
 *   queued ──► sent
 *     │  ├────► failed    the platform refused, could not be reached for long, or nobody knows (`unknown`)
 *     │  └────► skipped   it must not go any more: too late, nothing to edit, or its content says so
 *
 * Before the platform is called it is taken: who sends it is stored with it. Of a broadcast the recipients are queued
 * apart, and taken by the hundred; each becomes a message when it has ended. Whoever finds one taken that nobody sends ends
 * it: a send as failed with `unknown`, because it may have arrived and must not arrive twice; an edit, which can be repeated,
 * is given back. Within a chat and a priority messages go in the order of queueing, also while an earlier one is retried.
 */
export type MessageState = 'queued' | FinalState;
type FinalState = 'sent' | 'failed' | 'skipped';

/** The name under which workers share out what is to be sent. */
export const LEDGER = 'message';

/** Login prompts and their edits before single messages, these before broadcasts. */
export const PRIORITY = { login: 0, single: 1, broadcast: 2 } as const;
export type Priority = keyof typeof PRIORITY;

/** Who speaks: Bellhop itself (prompts, answers), or a project, whose messages are charged, listed and told of. */
export type Author = 'bellhop' | 'project';

/** One bot per channel, and one lane per bot. */
export const LANES: Record<Channel, number> = { telegram: 1, max: 2 };

/** What is to be replaced: a message queued here, sent or not yet, or the platform's own id of one. */
export type EditTarget = { messageId: string } | { platformMessageId: string };

export type MessageWish = {
  /** A new one unless given: a request that is repeated under one id queues one message. */
  id?: string;
  channel: Channel;
  /** The platform's id of the person. */
  recipient: string;
  priority: Priority;
  content: Content;
  /** Replaces that message instead of sending a new one. */
  edits?: EditTarget;
  /** Bellhop unless given. */
  author?: Author;
  projectId?: string;
  subscriberId?: string;
  /** The request that asked for it. */
  requestId?: string;
  /** Not sent after it. */
  deadline?: Date;
  /** Stored for the record only: it is not sent at all. */
  skipped?: SkipReason;
};

export type SkipReason = 'deadline_passed' | 'original_not_sent' | 'unsubscribed' | (string & {});

/** Whose messages no longer go out. */
export type Departed = { channel: Channel; recipient: string; subscriberId: string };

/** How a message ended, told once, in the transaction that ends it. */
export type FinishedMessage = {
  id: string;
  channel: Channel;
  recipient: string;
  author: Author;
  /** The broadcast it belongs to. */
  jobId: string | null;
  requestId: string | null;
  projectId: string | null;
  subscriberId: string | null;
  state: FinalState;
  reason: Reason | SkipReason | null;
  /** The platform's own words. */
  error: string | null;
  finishedAt: Date;
};
