import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { BotIdentity, Incoming, Messenger, Result, Updates } from '#messengers';
import { adoptIdentity, recordPoll } from './bot-store.ts';
import type { BotTimings } from './bot-timings.ts';
import type { Condition } from './condition.ts';
import type { Held } from './hold-lease.ts';
import { insist } from './insist.ts';
import { pause } from './pause.ts';

export type PollDependencies = {
  database: Database;
  clock: Clock;
  messenger: Messenger;
  condition: Condition;
  timings: BotTimings;
  learned: (identity: BotIdentity) => void;
  /** Keeps the order of one person's updates. */
  inTurn: (update: Incoming, work: () => Promise<void>) => Promise<void>;
  /** Throws where the database allows neither handling nor giving up. */
  handle: (identity: BotIdentity, update: Incoming, signal: AbortSignal) => Promise<unknown>;
};

/** A platform that answers an empty poll at once must not be asked in a circle. */
const SOONEST_EMPTY_MS = 500;

/** Polls while the lease is held. The position moves only after the updates before it are handled. */
export async function pollUpdates(deps: PollDependencies, held: Held): Promise<void> {
  const { database, clock, messenger, condition, timings } = deps;
  const { channel } = messenger;
  const insisting = { condition, signal: held.signal, timings };
  const me = await insist(() => messenger.whoAmI(), insisting);
  if (me === undefined) return;
  const identity = me.value;
  deps.learned(identity);
  const adopted = await adoptIdentity(database, channel, held.token, { identity, mode: 'polling' });
  if (adopted === undefined) return;
  const poll = pollAfterRemovingWebhook(deps, held.signal);

  for (let position = adopted.position; ; ) {
    const asked = performance.now();
    const from = position;
    const polled = await insist(() => poll(from), insisting);
    if (polled === undefined) return;
    condition.fine();
    const { updates } = polled.value;
    await Promise.all(
      updates.map((update) => deps.inTurn(update, () => handlePatiently(deps, identity, update, held.signal))),
    );
    // Lost or stopped while handling: whoever polls next gets these again, and knows them.
    if (held.signal.aborted) return;
    position = polled.value.position ?? position;
    const seen = { position, at: clock.now(), hadUpdates: updates.length > 0 };
    if (!(await recordPoll(database, channel, held.token, seen))) return;
    const left = SOONEST_EMPTY_MS - (performance.now() - asked);
    if (updates.length === 0 && left > 0) await pause(left, held.signal);
  }
}

/** Polling and a webhook exclude each other, and a webhook may be set behind our back at any time. */
function pollAfterRemovingWebhook(
  { messenger, timings }: PollDependencies,
  signal: AbortSignal,
): (position: string | null) => Promise<Result<Updates>> {
  let webhookGone = false;
  return async (position) => {
    if (!webhookGone) {
      const removed = await messenger.removeWebhook();
      if (!removed.ok) return removed;
    }
    const polled = await messenger.poll(position, { timeoutSeconds: timings.pollSeconds, signal });
    webhookGone = polled.ok || polled.failure.kind === 'unreachable';
    return polled;
  };
}

/** Where the database is away, or cannot take a record, nothing is lost by waiting for it. */
async function handlePatiently(
  { handle, condition, timings }: PollDependencies,
  identity: BotIdentity,
  update: Incoming,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await handle(identity, update, signal);
      return;
    } catch {
      condition.stalled();
      await pause(timings.databaseAwayMs, signal);
    }
  }
}
