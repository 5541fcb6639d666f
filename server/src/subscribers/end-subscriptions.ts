import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import type { Channel } from '#messengers';
import { subscriberJson } from './subscriber.ts';
import { deactivatePerson, markBlocked } from './subscriber-store.ts';

/** Ends all of a person's subscriptions on a bot, with one `subscription.deleted` each; answers how many there were. */
export async function endSubscriptions(
  tx: Transaction,
  { clock, events }: { clock: Clock; events: Events },
  who: { channel: Channel; personId: string; blocked: boolean },
): Promise<number> {
  const ended = await deactivatePerson(tx, who);
  if (who.blocked) await markBlocked(tx, who);
  for (const subscriber of ended) {
    await events.emit(tx, {
      projectId: subscriber.projectId,
      name: 'subscription.deleted',
      data: subscriberJson(subscriber),
      at: clock.now(),
    });
  }
  return ended.length;
}
