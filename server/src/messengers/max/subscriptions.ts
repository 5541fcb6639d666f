import type { Result, WebhookState } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { updateTypes } from './parse-update.ts';

const path = '/subscriptions';
const done: Result<void> = { ok: true, value: undefined };

/** MAX pushes to every subscribed address; Bellhop wants one. The new one comes first, so that nothing is missed. */
export async function setWebhook(api: BotApi, url: string, secret: string): Promise<Result<void>> {
  const set = await api.call({ method: 'POST', path, body: { url, secret, update_types: updateTypes } });
  return set.ok ? removeWebhooks(api, url) : set;
}

export async function webhookState(api: BotApi): Promise<Result<WebhookState>> {
  const urls = await listAddresses(api);
  return urls.ok ? { ok: true, value: { url: urls.value[0] ?? null, lastError: null } } : urls;
}

export async function removeWebhooks(api: BotApi, except?: string): Promise<Result<void>> {
  const urls = await listAddresses(api);
  if (!urls.ok) return urls;
  for (const url of urls.value) {
    if (url === except) continue;
    const removed = await api.call({ method: 'DELETE', path, query: { url } });
    if (!removed.ok) return removed;
  }
  return done;
}

async function listAddresses(api: BotApi): Promise<Result<string[]>> {
  const listed = await api.call({ method: 'GET', path });
  if (!listed.ok) return listed;
  const subscriptions = (listed.value as { subscriptions?: { url?: unknown }[] }).subscriptions ?? [];
  return { ok: true, value: subscriptions.flatMap(({ url }) => (typeof url === 'string' ? url : [])) };
}
