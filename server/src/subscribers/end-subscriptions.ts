import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import type { Channel } from '#messengers';
import { type Subscriber, subscriberJson } from './subscriber.ts';
import { deactivateOne, deactivatePeople, type PersonOnChannel } from './subscription-store.ts';

/** Told of subscriptions that end, in the transaction that ends them. */
export type OnEnded = (tx: Transaction, ended: Subscriber[]) => Promise<void>;
export type EndingOptions = { clock: Clock; events: Events; onEnded?: OnEnded | undefined };

/** Events that are emitted at a time. */
const BATCH = 1_000;

/** Ends all of a person's subscriptions on a bot, with one `subscription.deleted` each; answers how many there were. */
export async function endSubscriptions(
  tx: Transaction,
  options: EndingOptions,
  { channel, personId, blocked }: { channel: Channel; personId: string; blocked: boolean },
): Promise<number> {
  const ended = await deactivatePeople(tx, [{ channel, personId }], { blocked });
  await tellEnded(tx, options, ended);
  return ended.length;
}

/** The same for many people whom their messenger no longer lets the bot write to. */
export async function endUnreachable(
  tx: Transaction,
  options: EndingOptions,
  people: PersonOnChannel[],
): Promise<void> {
  if (people.length === 0) return;
  await tellEnded(tx, options, await deactivatePeople(tx, people, { blocked: true }));
}

/** One of a person's subscriptions; undefined where it had ended already. */
export async function endSubscription(
  tx: Transaction,
  options: EndingOptions,
  id: string,
): Promise<Subscriber | undefined> {
  const ended = await deactivateOne(tx, id);
  if (ended !== undefined) await tellEnded(tx, options, [ended]);
  return ended;
}

export async function tellEnded(
  tx: Transaction,
  { clock, events, onEnded }: EndingOptions,
  ended: Subscriber[],
): Promise<void> {
  if (ended.length === 0) return;
  const at = clock.now();
  for (let from = 0; from < ended.length; from += BATCH) {
    const batch = ended.slice(from, from + BATCH).map((subscriber) => ({
      projectId: subscriber.projectId,
      name: 'subscription.deleted' as const,
      data: subscriberJson(subscriber),
      at,
    }));
    await events.emitAll(tx, batch);
  }
  await onEnded?.(tx, ended);
}
