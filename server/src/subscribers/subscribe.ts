import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import type { Channel, Lang, Person } from '#messengers';
import { type Subscriber, subscriberJson } from './subscriber.ts';
import { upsertSubscriber } from './subscriber-store.ts';

export type Subscription = { projectId: string; channel: Channel; person: Person; lang: Lang };

/** Makes or revives a person's subscription; `subscription.created` is emitted only where that changed something. */
export async function subscribe(
  tx: Transaction,
  { clock, events }: { clock: Clock; events: Events },
  wish: Subscription,
): Promise<Subscriber> {
  const now = clock.now();
  const { subscriber, began } = await upsertSubscriber(tx, {
    id: uuidv7(now),
    projectId: wish.projectId,
    channel: wish.channel,
    personId: wish.person.id,
    firstName: wish.person.firstName,
    username: wish.person.username,
    lang: wish.lang,
    createdAt: now,
  });
  if (began) {
    await events.emit(tx, {
      projectId: wish.projectId,
      name: 'subscription.created',
      data: subscriberJson(subscriber),
      at: now,
    });
  }
  return subscriber;
}
