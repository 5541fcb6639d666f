import Type, { type Static } from 'typebox';
import { timestamp } from '#lib/timestamp.ts';
import { CHANNELS } from '#messengers';
import type { Permission } from './permission.ts';
import type { Tag } from './tag-store.ts';

const Time = Type.String({ format: 'date-time' });

export const Lang = Type.Enum(['ru', 'en']);
export const Channel = Type.Enum([...CHANNELS]);

export const SubscriberJson = Type.Object({
  subscriber_id: Type.String({ description: 'Wherever it is asked for, the bare UUID will do as well.' }),
  channel: Channel,
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'Your own id of the person; null if unset.' }),
  first_name: Type.String(),
  username: Type.Union([Type.String(), Type.Null()], { description: 'Null where the person has none.' }),
  lang: Lang,
  permissions: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  active: Type.Boolean({ description: 'Whether the person is subscribed.' }),
  blocked: Type.Boolean({ description: 'Whether the person has blocked the bot.' }),
  created_at: Time,
});

const Count = Type.Integer({ description: 'How many subscribers have it, those included who have left.' });

export const TagJson = Type.Object({ name: Type.String(), subscribers: Count, created_at: Time });

export function tagJson({ name, subscribers, createdAt }: Tag): Static<typeof TagJson> {
  return { name, subscribers, created_at: timestamp(createdAt) };
}

const TitleText = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^\\P{Cc}*[^\\s\\p{Cc}]\\P{Cc}*$',
});
export const Title = Type.Object(
  { ru: Type.Optional(TitleText), en: Type.Optional(TitleText) },
  { description: 'How people read it in the bot, by language; the name where there is none.' },
);

export const PermissionJson = Type.Object({
  name: Type.String(),
  title: Title,
  subscribers: Count,
  created_at: Time,
});

export function permissionJson(permission: Permission & { subscribers: number }): Static<typeof PermissionJson> {
  const { name, title, subscribers, createdAt } = permission;
  return { name, title, subscribers, created_at: timestamp(createdAt) };
}

/** Only what is known is kept. */
export function titleOf({ ru, en }: Static<typeof Title>): Permission['title'] {
  return { ...(ru === undefined ? {} : { ru }), ...(en === undefined ? {} : { en }) };
}
