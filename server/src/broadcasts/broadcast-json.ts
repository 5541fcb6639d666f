import Type, { type Static } from 'typebox';
import { timestamp } from '#lib/timestamp.ts';
import { type LoggedMessage, MessageJson, messageJson } from '#messages';
import { CHANNELS } from '#messengers';
import type { Audience } from '#subscribers';
import { pickText } from '#templates';
import { BROADCAST_STATUSES, type Broadcast, estimatedEnd } from './broadcast.ts';
import type { BroadcastContent } from './compose-broadcast.ts';

const JobId = Type.String({ format: 'uuid' });
const Time = Type.String({ format: 'date-time' });
const Status = Type.Enum([...BROADCAST_STATUSES]);
const Count = Type.Integer({ minimum: 0 });
const Total = Type.Integer({
  minimum: 0,
  description: 'All recipients; `sent + failed + skipped` comes to it at the end.',
});

export const StartedJson = Type.Object({ job_id: JobId, status: Status, total: Total });

export const PreviewJson = Type.Object({
  would_send_to: Type.Integer({ minimum: 0, description: 'Recipients who can be reached now.' }),
  estimated_credits: Count,
  rendered_sample: Type.String({
    description: 'The text as the newest of them would get it, or somebody made up where there is none.',
  }),
});

const Names = Type.Array(Type.String());
const AudienceJson = Type.Object(
  {
    channel: Type.Optional(Type.Enum([...CHANNELS])),
    permission: Type.Optional(Type.String()),
    tags_all: Type.Optional(Names),
    tags_any: Type.Optional(Names),
    exclude_tags: Type.Optional(Names),
  },
  { description: 'Whom it was for; empty: everybody.' },
);

export const BroadcastJson = Type.Object({
  job_id: JobId,
  status: Status,
  text: Type.String({ description: 'As it was written, variables included; of a template in one of its languages.' }),
  audience: AudienceJson,
  total: Total,
  sent: Count,
  failed: Count,
  skipped: Type.Integer({ minimum: 0, description: 'Not subscribed, no bot on their channel, or cancelled before.' }),
  rate: Type.Union([Type.Number(), Type.Null()], { description: 'Messages a minute of late; null until measured.' }),
  estimated_end: Type.Union([Time, Type.Null()], { description: 'Null while nobody can say.' }),
  messages_per_minute: Type.Union([Type.Integer(), Type.Null()], { description: 'The pace asked for, if any.' }),
  retry_of: Type.Union([JobId, Type.Null()], { description: 'The broadcast whose failed messages these are.' }),
  created_at: Time,
  finished_at: Type.Union([Time, Type.Null()], { description: 'When the last recipient was accounted for.' }),
});

export const BroadcastDetailJson = Type.Object({
  ...BroadcastJson.properties,
  by_reason: Type.Record(Type.String(), Count, { description: 'How many failed or were skipped, by reason.' }),
});

/** A message of a broadcast, as its own list shows it. */
export const RecipientJson = Type.Pick(MessageJson, [
  'message_id',
  'subscriber_id',
  'first_name',
  'channel',
  'status',
  'reason',
  'retryable',
  'should_unsubscribe',
  'error',
  'finished_at',
]);

export function startedJson({ id, status, total }: Broadcast): Static<typeof StartedJson> {
  return { job_id: id, status, total };
}

export function broadcastJson(broadcast: Broadcast, now: Date): Static<typeof BroadcastJson> {
  const { total, sent, failed, skipped, rate, createdAt, finishedAt } = broadcast;
  const end = estimatedEnd(broadcast, now);
  return {
    ...{ job_id: broadcast.id, status: broadcast.status, total, sent, failed, skipped },
    text: pickText(broadcast.composition.texts, 'en') ?? '',
    audience: audienceJson(broadcast.audience),
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    estimated_end: end && timestamp(end),
    messages_per_minute: broadcast.messagesPerMinute,
    retry_of: broadcast.retryOf,
    created_at: timestamp(createdAt),
    finished_at: finishedAt && timestamp(finishedAt),
  };
}

function audienceJson(audience: Audience): Static<typeof AudienceJson> {
  const { channel, permission, tagsAll = [], tagsAny = [], excludeTags = [] } = audience;
  return {
    ...(channel && { channel }),
    ...(permission && { permission }),
    ...(tagsAll.length > 0 && { tags_all: tagsAll }),
    ...(tagsAny.length > 0 && { tags_any: tagsAny }),
    ...(excludeTags.length > 0 && { exclude_tags: excludeTags }),
  };
}

export function recipientJson(message: LoggedMessage): Static<typeof RecipientJson> {
  const { first_name } = message.content.data as BroadcastContent;
  return { ...messageJson(message, undefined), first_name };
}
