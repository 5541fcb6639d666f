/** What the events that exist by now carry. Whoever owns a fact adds its event here, with a schema and an example. */
import Type, { type TObject } from 'typebox';
import { EVENT_GROUPS, type EventName } from './catalogue.ts';

export type EventPayload = {
  /** When it happens, in a sentence. */
  when: string;
  schema: TObject;
  example: Record<string, unknown>;
};

const Time = Type.String({ format: 'date-time', description: 'ISO 8601 with milliseconds and offset.' });

const subscriberFields = {
  subscriber_id: Type.String({ description: 'The stable identifier of the person in this project.' }),
  channel: Type.Enum(['telegram', 'max']),
  external_id: Type.Union([Type.String(), Type.Null()], { description: "The project's own id of the person, if set." }),
  first_name: Type.String(),
  username: Type.Union([Type.String(), Type.Null()], { description: 'Null where the person has none.' }),
  lang: Type.Enum(['ru', 'en']),
  permissions: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  active: Type.Boolean({ description: 'Whether the person is subscribed.' }),
  blocked: Type.Boolean({ description: 'Whether the person has blocked the bot.' }),
  created_at: Time,
};

const Subscriber = Type.Object(subscriberFields);

const anna = {
  subscriber_id: 'sub_034mh6ZvZAEmLG1vsNb6iN',
  channel: 'telegram',
  external_id: null,
  first_name: 'Анна',
  username: 'anna_k',
  lang: 'ru',
  permissions: ['news'],
  tags: ['customer'],
  active: true,
  blocked: false,
  created_at: '2026-11-14T09:30:00.000+00:00',
};

const messageFields = {
  message_id: Type.String({ format: 'uuid' }),
  job_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'The broadcast it belongs to; null outside broadcasts.',
  }),
  subscriber_id: subscriberFields.subscriber_id,
  channel: subscriberFields.channel,
  external_id: subscriberFields.external_id,
};

const messageToAnna = {
  message_id: '019a81c2-7e00-7b1c-9d2e-4f60a1b2c3d4',
  job_id: null,
  subscriber_id: anna.subscriber_id,
  channel: anna.channel,
  external_id: 'user-42',
};

const countFields = {
  job_id: Type.String({ format: 'uuid', description: 'As `POST /v1/broadcast` answered it.' }),
  sent: Type.Integer({ minimum: 0, description: 'Delivered.' }),
  failed: Type.Integer({ minimum: 0, description: 'Delivery errors.' }),
  skipped: Type.Integer({ minimum: 0, description: 'Inactive or unsubscribed, or cancelled before it went out.' }),
};
const BroadcastCounts = Type.Object({
  ...countFields,
  total: Type.Integer({ minimum: 0, description: 'The sum of the three.' }),
});

const broadcastOfNews = {
  job_id: '019a81c2-7e00-7c3d-8a4b-5d6e7f801234',
  ...{ sent: 9_480, failed: 12, skipped: 508, total: 10_000 },
};

export const EVENT_PAYLOADS: Partial<Record<EventName, EventPayload>> = {
  'subscription.created': {
    when: 'A person subscribes, by any path: a link, a login, or coming back after the end of an earlier subscription.',
    schema: Subscriber,
    example: anna,
  },
  'subscription.deleted': {
    when: 'A person ends the subscription in the bot or blocks it, or the project removes the person.',
    schema: Subscriber,
    example: { ...anna, active: false },
  },
  'subscription.permission_changed': {
    when: 'A person switches kinds of messages on or off in the bot or gains one by a link, or the project changes them with PATCH.',
    schema: Type.Object({
      ...subscriberFields,
      added: Type.Array(Type.String(), { description: 'Permissions that were not there before.' }),
      removed: Type.Array(Type.String(), { description: 'Permissions that are gone.' }),
    }),
    example: { ...anna, added: ['news'], removed: ['offers'] },
  },
  'auth.completed': {
    when: 'A person confirms a login that was started by the API or on the hosted page: at once, before they are back on the site.',
    schema: Type.Object({
      ...subscriberFields,
      state: Type.Union([Type.String(), Type.Null()], { description: 'As given when the login was started.' }),
      auth_time: Time,
    }),
    example: { ...anna, state: 'cart-8812', auth_time: '2026-11-14T09:30:00.000+00:00' },
  },
  'delivery.success': {
    when: 'A message to a person was sent: by `/v1/send`, or as one of a broadcast.',
    schema: Type.Object({ ...messageFields, sent_at: Time }),
    example: { ...messageToAnna, sent_at: '2026-11-14T09:30:00.000+00:00' },
  },
  'delivery.failed': {
    when: 'A message to a person could not be sent and is not tried again: once, at the final outcome.',
    schema: Type.Object({
      ...messageFields,
      reason: Type.Enum(
        [
          'user_blocked_bot',
          'chat_not_found',
          'bot_banned',
          'invalid_message',
          'rate_limited',
          'platform_unavailable',
          'unknown',
        ],
        { description: 'Why, for programs.' },
      ),
      retryable: Type.Boolean({ description: 'Whether sending it again may succeed.' }),
      should_unsubscribe: Type.Boolean({
        description: 'Whether the person cannot be reached any more. Their subscription has ended.',
      }),
      error: Type.String({ description: 'Why, in words, of the platform where it has some.' }),
      attempted_at: Time,
    }),
    example: {
      ...messageToAnna,
      reason: 'user_blocked_bot',
      retryable: false,
      should_unsubscribe: true,
      error: 'Forbidden: bot was blocked by the user',
      attempted_at: '2026-11-14T09:30:00.000+00:00',
    },
  },
  'button.clicked': {
    when: 'A person taps a button with `callback_data` under a message: each time.',
    schema: Type.Object({
      ...messageFields,
      button_text: Type.String(),
      callback_data: Type.String({ description: 'As given with the button.' }),
      clicked_at: Time,
    }),
    example: {
      ...messageToAnna,
      button_text: 'Confirm',
      callback_data: 'order-8812:confirm',
      clicked_at: '2026-11-14T09:30:00.000+00:00',
    },
  },
  'broadcast.completed': {
    when: 'Every recipient of a broadcast is accounted for.',
    schema: BroadcastCounts,
    example: broadcastOfNews,
  },
  'broadcast.cancelled': {
    when: 'A broadcast was cancelled, and what was on its way at that moment has come to an end.',
    schema: BroadcastCounts,
    example: { ...broadcastOfNews, sent: 4_120, failed: 5, skipped: 5_875 },
  },
  'batch.completed': {
    when: 'Another 1,000 recipients of a broadcast are accounted for, or the rest of them. The counts are of these alone.',
    schema: Type.Object({
      ...countFields,
      batch: Type.Integer({ minimum: 1, description: '1 for the first thousand.' }),
    }),
    example: { job_id: broadcastOfNews.job_id, batch: 3, sent: 951, failed: 1, skipped: 48 },
  },
};

/** Undefined for an event that does not happen yet. */
export function eventExample(name: EventName): Record<string, unknown> | undefined {
  return EVENT_PAYLOADS[name]?.example;
}

/** The catalogue as the docs show it. */
export function describeEvents(): { group: string; name: EventName; payload?: EventPayload }[] {
  return Object.entries(EVENT_GROUPS).flatMap(([group, names]) =>
    names.map((name) => {
      const payload = EVENT_PAYLOADS[name];
      return { group, name, ...(payload && { payload }) };
    }),
  );
}
