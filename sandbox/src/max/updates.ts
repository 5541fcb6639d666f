import type { PushTarget } from '../updates/push-updates.ts';
import type { Max, MaxSubscription } from './max.ts';
import { badPayload, MaxRefusal } from './refusal.ts';

const defaultLimit = 100;
const largestLimit = 1000;
const defaultTimeout = 30;
const longestTimeout = 90;
const droppedAfterMs = 8 * 60 * 60 * 1000;
const success = { success: true };

/** Passing a marker confirms everything before it. Without one, whatever is unconfirmed comes again. */
export async function getUpdates(max: Max, query: URLSearchParams, hungUp: AbortSignal): Promise<object> {
  if (max.subscriptions.length > 0) {
    throw new MaxRefusal(
      405,
      'method.not.allowed',
      'Long polling is not available while a webhook subscription is active',
    );
  }
  const limit = readNumber(query, 'limit', defaultLimit, 1, largestLimit);
  const timeout = readNumber(query, 'timeout', defaultTimeout, 0, longestTimeout);
  const marker = query.has('marker') ? Number(query.get('marker')) : Number.NaN;
  const types = query.get('types')?.split(',').filter(Boolean) ?? [];
  const wanted = (type: string) => types.length === 0 || types.includes(type);

  if (Number.isSafeInteger(marker)) {
    const before = max.queue.pending.length;
    max.queue.confirmBelow(marker);
    if (max.queue.pending.length !== before) max.world.touch();
  }
  const deadline = performance.now() + timeout * 1000;
  for (;;) {
    const pending = max.queue.pending.slice(0, limit);
    const updates = pending.filter((update) => wanted(update.type));
    const left = deadline - performance.now();
    if (updates.length > 0 || left <= 0 || hungUp.aborted || max.subscriptions.length > 0) {
      const next = (pending.at(-1)?.id ?? max.world.counters.update) + 1;
      return { updates: updates.map((update) => update.body), marker: next };
    }
    // What the bot does not want must not stand in the way of what it does.
    const last = pending.at(-1);
    if (last) max.queue.confirmBelow(last.id + 1);
    if (!last) await waitForNews(max, left, hungUp);
  }
}

async function waitForNews(max: Max, milliseconds: number, hungUp: AbortSignal): Promise<void> {
  max.polls += 1;
  await max.queue.wait(milliseconds, hungUp);
  max.polls -= 1;
  max.lastPollAt = max.world.now();
}

export const listSubscriptions = (max: Max): object => ({
  subscriptions: max.subscriptions.map(({ url, createdAt, updateTypes }) => ({
    url,
    time: createdAt,
    update_types: updateTypes,
  })),
});

/** Plain http is fine on the loopback, where a developer's server runs; the original wants https on 443. */
export function subscribe(max: Max, body: Readonly<Record<string, unknown>>): object {
  const { url, secret = null, update_types: types = null } = body;
  if (typeof url !== 'string' || url === '') throw badPayload('Missing required parameter: url');
  if (!URL.canParse(url)) throw badPayload('Invalid url');
  const { protocol, hostname, port } = new URL(url);
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (!local && (protocol !== 'https:' || port !== '')) throw badPayload('Webhook url must be https on port 443');
  if (secret !== null && (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{5,256}$/.test(secret))) {
    throw badPayload("Field 'secret' must match ^[a-zA-Z0-9_-]{5,256}$");
  }
  if (types !== null && !Array.isArray(types)) throw badPayload("Field 'update_types' must be an array");
  const subscription: MaxSubscription = {
    url,
    secret,
    updateTypes: types?.map(String) ?? null,
    createdAt: max.world.now(),
    failingSince: null,
  };
  max.subscriptions = [...max.subscriptions.filter((other) => other.url !== url), subscription];
  max.world.touch();
  max.queue.wakeAll();
  return success;
}

export function unsubscribe(max: Max, url: string | null): object {
  if (!url) throw badPayload('Missing required parameter: url');
  const kept = max.subscriptions.filter((subscription) => subscription.url !== url);
  if (kept.length === max.subscriptions.length) return { success: false, message: 'Subscription not found' };
  max.subscriptions = kept;
  max.world.touch();
  return success;
}

/** A subscription that has failed for 8 hours is dropped. */
export function maxPushTargets(max: Max): PushTarget[] {
  return max.subscriptions.map((subscription) => ({
    url: subscription.url,
    headers: subscription.secret === null ? {} : { 'x-max-bot-api-secret': subscription.secret },
    wants: ({ type }) => !subscription.updateTypes?.length || subscription.updateTypes.includes(type),
    accepts: (status) => status === 200,
    report: (error) => {
      if (error === null) {
        subscription.failingSince = null;
        return;
      }
      subscription.failingSince ??= max.world.now();
      if (max.world.now() - subscription.failingSince >= droppedAfterMs) unsubscribe(max, subscription.url);
    },
  }));
}

function readNumber(query: URLSearchParams, name: string, otherwise: number, least: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value)) throw badPayload(`Field '${name}' must be an integer`);
  if (value > most) throw badPayload(`Field '${name}' value (${value}) must be at most ${most}`);
  if (value < least) throw badPayload(`Field '${name}' value (${value}) must be at least ${least}`);
  return value;
}
