import Type, { type Static, type TSchema } from 'typebox';
import { timestamp } from '#lib/timestamp.ts';
import { CHANNELS } from '#messengers';
import { publicSubscriberId } from '#subscribers';
import { renderFor } from './compose/composition.ts';
import type { Spoken } from './compose/spoken.ts';
import type { LoggedMessage } from './logged-message.ts';
import type { MessageState } from './queue/message.ts';
import { FAILURE_REASONS, flagsJson, SKIP_REASONS } from './reasons.ts';
import type { RequestedMessage } from './send-store.ts';

export const MESSAGE_STATUSES = ['queued', 'sent', 'failed', 'skipped'] as const satisfies MessageState[];

const Id = Type.String({ format: 'uuid' });
const Time = Type.String({ format: 'date-time' });
const Status = Type.Enum([...MESSAGE_STATUSES]);
const Channel = Type.Enum([...CHANNELS]);
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
const REASON = `Of a failure ${quoted(FAILURE_REASONS)}; of a message that was not sent ${quoted(Object.keys(SKIP_REASONS))}.`;
const RETRYABLE = 'Of a failure: whether sending it again may succeed.';
const SHOULD_UNSUBSCRIBE = 'Of a failure: whether the person cannot be reached any more. The subscription has ended.';
const ERROR = 'Of a failure: in words, of the platform where it has some.';

const DetailJson = Type.Object({
  message_id: Id,
  subscriber_id: Type.String(),
  channel: Channel,
  status: Status,
  reason: Type.Optional(Type.String({ description: REASON })),
  retryable: Type.Optional(Type.Boolean({ description: RETRYABLE })),
  should_unsubscribe: Type.Optional(Type.Boolean({ description: SHOULD_UNSUBSCRIBE })),
  error: Type.Optional(Type.String({ description: ERROR })),
});

const Count = Type.Integer({ minimum: 0 });
export const SendJson = Type.Object({
  sent: Count,
  failed: Count,
  queued: Type.Integer({ minimum: 0, description: 'Still on their way: `GET /v1/messages/{message_id}` tells more.' }),
  skipped: Count,
  details: Type.Array(DetailJson),
});

export function sendJson(requested: RequestedMessage[]): Static<typeof SendJson> {
  const count = (status: MessageState) => requested.filter(({ state }) => state === status).length;
  return {
    ...{ sent: count('sent'), failed: count('failed'), queued: count('queued'), skipped: count('skipped') },
    details: requested.map(detailJson),
  };
}

function detailJson(message: RequestedMessage): Static<typeof DetailJson> {
  const { state, reason, error } = message;
  return {
    message_id: message.id,
    subscriber_id: publicSubscriberId(message.subscriberId),
    channel: message.channel,
    status: state,
    ...((state === 'failed' || state === 'skipped') && reason !== null ? { reason } : {}),
    ...(state === 'failed' ? { ...flagsJson(reason), ...(error === null ? {} : { error }) } : {}),
  };
}

export const ButtonJson = Type.Object({
  text: Type.String(),
  url: Type.Optional(Type.String()),
  callback_data: Type.Optional(Type.String()),
});

export const MessageJson = Type.Object({
  message_id: Id,
  job_id: orNull(Id, 'The broadcast it belongs to; null outside broadcasts.'),
  subscriber_id: Type.String(),
  first_name: orNull(Type.String(), 'Of the person, as it was when the message was asked for.'),
  channel: Channel,
  status: Status,
  reason: orNull(Type.String(), REASON),
  retryable: orNull(Type.Boolean(), RETRYABLE),
  should_unsubscribe: orNull(Type.Boolean(), SHOULD_UNSUBSCRIBE),
  error: orNull(Type.String(), ERROR),
  text: orNull(Type.String(), 'As it goes out; null where it cannot be said any more.'),
  format: orNull(Type.Enum(['plain', 'html']), 'Of `text`: HTML where something is formatted.'),
  media: orNull(Type.Object({ type: Type.String(), url: Type.String() }), 'What goes with it.'),
  buttons: Type.Array(Type.Array(ButtonJson)),
  created_at: Time,
  sent_at: orNull(Time, 'Null unless it was sent.'),
  finished_at: orNull(Time, 'When it was sent, failed or skipped; null while queued.'),
});

export function messageJson(message: LoggedMessage, spoken: Spoken | undefined): Static<typeof MessageJson> {
  const { state, reason, error, finishedAt } = message;
  const finished = finishedAt === null ? null : timestamp(finishedAt);
  return {
    message_id: message.id,
    job_id: message.jobId,
    subscriber_id: publicSubscriberId(message.subscriberId),
    first_name: spoken?.addressee.firstName ?? null,
    channel: message.channel,
    status: state,
    reason: state === 'failed' || state === 'skipped' ? reason : null,
    ...(state === 'failed' ? flagsJson(reason) : { retryable: null, should_unsubscribe: null }),
    error: state === 'failed' ? error : null,
    ...wordsOf(spoken),
    created_at: timestamp(message.createdAt),
    sent_at: state === 'sent' ? finished : null,
    finished_at: finished,
  };
}

function wordsOf(spoken: Spoken | undefined) {
  if (spoken === undefined) return { text: null, format: null, media: null, buttons: [] };
  const { media = null, buttons = [] } = spoken.composition;
  const rendered = renderFor(spoken.composition, spoken.addressee);
  if (!rendered.ok) return { text: null, format: null, media, buttons };
  const { text, format } = rendered;
  return { text, format: format === 'plain' ? ('plain' as const) : ('html' as const), media, buttons };
}
