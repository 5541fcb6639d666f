import { AppError } from '#lib/app-error.ts';
import { addSeconds } from '#lib/clock.ts';
import type { Composition } from '#messages';
import type { Audience } from '#subscribers';

/**
 * One message to many. Whom it is for is fixed when it is made: one row of `message` each.
 *
 *   pending ──► processing ──► completed   every recipient is accounted for
 *      │ ▲        │ ▲
 *      ▼ │        ▼ │
 *      paused ──────────────► completed   what was already on its way was all that was left
 *
 *   any of the first three ──► cancelled   nothing more goes out; what had not gone out is skipped
 *
 * `sent + failed + skipped` only grows, is `total` at the end, and `finishedAt` is set at that very moment.
 */
export const BROADCAST_STATUSES = ['pending', 'processing', 'paused', 'completed', 'cancelled'] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

export const MOST_RECIPIENTS = 100_000;

export type Broadcast = {
  id: string;
  projectId: string;
  status: BroadcastStatus;
  composition: Composition;
  audience: Audience;
  messagesPerMinute: number | null;
  /** The broadcast whose failed messages these are. */
  retryOf: string | null;
  total: number;
  sent: number;
  failed: number;
  skipped: number;
  /** Messages a minute; null until measured. */
  rate: number | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export function isOver(status: BroadcastStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** When it ends if it goes on like this; null while nobody can say. */
export function estimatedEnd(broadcast: Broadcast, now: Date): Date | null {
  const { status, rate, total, sent, failed, skipped } = broadcast;
  if (status !== 'processing' || rate === null || rate <= 0) return null;
  return addSeconds(now, ((total - sent - failed - skipped) / rate) * 60);
}

export function broadcastNotFound(): AppError {
  return new AppError('not_found', 'This project has no such broadcast.');
}

export function tooManyRecipients(count: number): AppError {
  return new AppError(
    'validation_failed',
    `This broadcast has ${count} recipients, and ${MOST_RECIPIENTS} is the most. Narrow it by channel, tags or permission.`,
  );
}
