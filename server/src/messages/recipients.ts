import type { Database } from '#db';
import { AppError } from '#lib/app-error.ts';
import type { Channel } from '#messengers';
import {
  findByExternalId,
  findProjectSubscriber,
  parseSubscriberId,
  requireExternalId,
  type Subscriber,
} from '#subscribers';
import type { SKIP_REASONS } from './reasons.ts';

export type RecipientFields = { subscriber_id?: string; external_id?: string };

/** Whom a request names, before it is known whether there is anybody. */
export type RecipientName = { subscriberId: string } | { externalId: string };

/** Undefined where nobody is named. */
export function readRecipientName(fields: RecipientFields): RecipientName | undefined {
  const { subscriber_id, external_id } = fields;
  if (subscriber_id !== undefined && external_id !== undefined) {
    throw new AppError('mutually_exclusive_identifiers', 'Give `subscriber_id` or `external_id`, not both.');
  }
  if (subscriber_id !== undefined) return { subscriberId: subscriber_id };
  return external_id === undefined ? undefined : { externalId: requireExternalId(external_id) };
}

export function requireRecipientName(fields: RecipientFields): RecipientName {
  const name = readRecipientName(fields);
  if (name === undefined) throw new AppError('validation_failed', '`subscriber_id` or `external_id` is required.');
  return name;
}

/** Everybody of that name, active or not, on these channels; Telegram first. There is somebody, or it throws. */
export async function findRecipients(
  database: Database,
  projectId: string,
  name: RecipientName,
  channels: readonly Channel[] | undefined,
): Promise<Subscriber[]> {
  const found = await findNamed(database, projectId, name);
  const wanted = found.filter(({ channel }) => channels === undefined || channels.includes(channel));
  if (wanted.length === 0) throw recipientNotFound();
  return wanted.sort((a, b) => b.channel.localeCompare(a.channel) || a.id.localeCompare(b.id));
}

export function recipientNotFound(): AppError {
  return new AppError('subscriber_not_found', 'This project has no such subscriber on these channels.');
}

/** Why this person is not written to; undefined where nothing speaks against it. */
export function skipReasonOf(
  subscriber: Subscriber,
  permission: string | undefined,
  bots: ReadonlySet<Channel>,
): keyof typeof SKIP_REASONS | undefined {
  if (!subscriber.active) return subscriber.blocked ? 'blocked' : 'inactive';
  if (permission !== undefined && !subscriber.permissions.includes(permission)) return 'no_permission';
  return bots.has(subscriber.channel) ? undefined : 'no_bot';
}

async function findNamed(database: Database, projectId: string, name: RecipientName): Promise<Subscriber[]> {
  if ('externalId' in name) return findByExternalId(database, projectId, name.externalId);
  const id = parseSubscriberId(name.subscriberId);
  const subscriber = id === undefined ? undefined : await findProjectSubscriber(database, projectId, id);
  return subscriber === undefined ? [] : [subscriber];
}
