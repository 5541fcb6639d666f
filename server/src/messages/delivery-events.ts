import type { DomainEvent } from '#events';
import { timestamp } from '#lib/timestamp.ts';
import { publicSubscriberId } from '#subscribers';
import type { FinishedMessage } from './queue/message.ts';
import { flagsJson } from './reasons.ts';

/** A project's message that has come to its end. */
export type OwnMessage = FinishedMessage & { projectId: string; subscriberId: string };

/** `delivery.success` or `delivery.failed`; nothing is told of what was skipped. */
export function deliveryEvent(message: OwnMessage, externalId: string | null): DomainEvent | undefined {
  const { projectId, finishedAt: at, reason } = message;
  const about = { ...aboutMessage(message), external_id: externalId };
  if (message.state === 'sent') {
    return { projectId, name: 'delivery.success', data: { ...about, sent_at: timestamp(at) }, at };
  }
  if (message.state !== 'failed') return undefined;
  const failure = { reason: reason ?? 'unknown', ...flagsJson(reason), error: message.error ?? '' };
  return { projectId, name: 'delivery.failed', data: { ...about, ...failure, attempted_at: timestamp(at) }, at };
}

/** What every event about a message tells first. */
export function aboutMessage(message: { id: string; jobId: string | null; subscriberId: string; channel: string }) {
  return {
    message_id: message.id,
    job_id: message.jobId,
    subscriber_id: publicSubscriberId(message.subscriberId),
    channel: message.channel,
  };
}
