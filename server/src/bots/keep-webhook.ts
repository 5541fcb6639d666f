import type { Logger } from 'pino';
import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { BotIdentity, Messenger, Result, WebhookState } from '#messengers';
import { adoptIdentity, recordSuccess } from './bot-store.ts';
import type { BotTimings } from './bot-timings.ts';
import type { Condition } from './condition.ts';
import type { Held } from './hold-lease.ts';
import { insist } from './insist.ts';
import { pause } from './pause.ts';

export type WebhookDependencies = {
  database: Database;
  clock: Clock;
  log: Logger;
  messenger: Messenger;
  condition: Condition;
  timings: BotTimings;
  url: string;
  secretOf: (identity: BotIdentity) => string;
  learned: (identity: BotIdentity) => void;
};

/** Sets the webhook when the lease is gained, and again whenever the platform reports another one or none. */
export async function keepWebhook(deps: WebhookDependencies, held: Held): Promise<void> {
  const { database, clock, messenger, condition, timings } = deps;
  const { channel } = messenger;
  const insisting = { condition, signal: held.signal, timings };
  const me = await insist(() => messenger.whoAmI(), insisting);
  if (me === undefined) return;
  deps.learned(me.value);
  const mode = { identity: me.value, mode: 'webhook' } as const;
  if ((await adoptIdentity(database, channel, held.token, mode)) === undefined) return;

  // Always once: a platform does not tell whether it has today's secret.
  const set = await insist(() => messenger.setWebhook(deps.url, deps.secretOf(me.value)), insisting);
  if (set === undefined) return;
  deps.log.info({ channel, url: deps.url }, 'the webhook is set');
  let known: string | null = null;
  while (!held.signal.aborted) {
    const checked = await insist(() => checkWebhook(deps, me.value), insisting);
    if (checked === undefined) return;
    const { lastError } = checked.value;
    if (lastError !== null && lastError !== known) await condition.complained(lastError);
    else if (lastError === null) condition.fine();
    known = lastError;
    await recordSuccess(database, channel, held.token, clock.now());
    await pause(timings.checkWebhookEveryMs, held.signal);
  }
}

async function checkWebhook(deps: WebhookDependencies, identity: BotIdentity): Promise<Result<WebhookState>> {
  const { messenger, url, log } = deps;
  const state = await messenger.webhookState();
  if (!state.ok || state.value.url === url) return state;
  log.warn({ channel: messenger.channel }, 'the platform reports another webhook or none; set again');
  const set = await messenger.setWebhook(url, deps.secretOf(identity));
  return set.ok ? { ok: true, value: { url, lastError: null } } : set;
}
