import { isUuid } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { base62ToUuid, uuidToBase62 } from '#lib/uuid-base62.ts';
import type { Channel, Lang } from '#messengers';

/** A person in a project, on one channel. Block and /stop keep the row and its id. */
export type Subscriber = {
  id: string;
  projectId: string;
  channel: Channel;
  /** The messenger's numeric id. */
  personId: string;
  externalId: string | null;
  firstName: string;
  username: string | null;
  lang: Lang;
  permissions: string[];
  tags: string[];
  active: boolean;
  blocked: boolean;
  createdAt: Date;
};

const PREFIX = 'sub_';

export function publicSubscriberId(id: string): string {
  return PREFIX + uuidToBase62(id);
}

/** Both spellings of an id, `sub_…` and the bare UUID; undefined where it is neither. */
export function parseSubscriberId(text: string): string | undefined {
  if (isUuid(text)) return text.toLowerCase();
  return text.startsWith(PREFIX) ? base62ToUuid(text.slice(PREFIX.length)) : undefined;
}

/** As events and answers show it. */
export function subscriberJson(subscriber: Subscriber) {
  return {
    subscriber_id: publicSubscriberId(subscriber.id),
    channel: subscriber.channel,
    external_id: subscriber.externalId,
    first_name: subscriber.firstName,
    username: subscriber.username,
    lang: subscriber.lang,
    permissions: subscriber.permissions,
    tags: subscriber.tags,
    active: subscriber.active,
    blocked: subscriber.blocked,
    created_at: timestamp(subscriber.createdAt),
  };
}
