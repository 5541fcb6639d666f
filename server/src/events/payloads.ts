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

export const EVENT_PAYLOADS: Partial<Record<EventName, EventPayload>> = {
  'subscription.created': {
    when: 'A person subscribes, by any path: a link, a login, or coming back after the end of an earlier subscription.',
    schema: Subscriber,
    example: anna,
  },
  'subscription.deleted': {
    when: 'A person ends the subscription with /stop, or blocks the bot.',
    schema: Subscriber,
    example: { ...anna, active: false },
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
