import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import type { Channel, Lang, Person } from '#messengers';
import { tellPermissionChange } from './permission-change.ts';
import { type Subscriber, subscriberJson } from './subscriber.ts';
import { updateSubscriber, upsertSubscriber } from './subscriber-store.ts';

export type Subscription = {
  projectId: string;
  channel: Channel;
  person: Person;
  lang: Lang;
  /** What the person gets besides, known and held by the caller. */
  add?: { tags: string[]; permissions: string[] };
};

/**
 * Makes or revives a person's subscription; `subscription.created` is emitted only where that changed something, and
 * `subscription.permission_changed` where somebody who was subscribed gained a permission.
 */
export async function subscribe(
  tx: Transaction,
  options: { clock: Clock; events: Events },
  wish: Subscription,
): Promise<Subscriber> {
  const now = options.clock.now();
  const { subscriber: before, began } = await upsertSubscriber(tx, {
    id: uuidv7(now),
    projectId: wish.projectId,
    channel: wish.channel,
    personId: wish.person.id,
    firstName: wish.person.firstName,
    username: wish.person.username,
    lang: wish.lang,
    createdAt: now,
  });
  const subscriber: Subscriber = {
    ...before,
    tags: [...new Set([...before.tags, ...(wish.add?.tags ?? [])])],
    permissions: [...new Set([...before.permissions, ...(wish.add?.permissions ?? [])])],
  };
  if (wish.add !== undefined) await updateSubscriber(tx, subscriber);
  if (began) {
    await options.events.emit(tx, {
      projectId: wish.projectId,
      name: 'subscription.created',
      data: subscriberJson(subscriber),
      at: now,
    });
  } else {
    await tellPermissionChange(tx, options, before, subscriber);
  }
  return subscriber;
}
