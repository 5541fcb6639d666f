import type { PushTarget } from '../updates/push-updates.ts';
import { setAllowedUpdates, terminatedByWebhook } from './get-updates.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';
import { seconds } from './shapes.ts';
import type { Telegram } from './telegram.ts';

const ports = ['', '443', '80', '88', '8443'];
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function setWebhook(telegram: Telegram, parameters: Parameters): true {
  const url = parameters.text('url');
  if (url === '') return deleteWebhook(telegram, parameters);
  checkUrl(url);
  const secret = parameters.has('secret_token') ? parameters.text('secret_token') : null;
  if (secret !== null && !/^[A-Za-z0-9_-]{1,256}$/.test(secret)) {
    throw badRequest('secret token contains unallowed characters');
  }
  setAllowedUpdates(telegram, parameters);
  telegram.webhook = { url, secret, lastError: null, lastErrorAt: null };
  telegram.poll?.abort(terminatedByWebhook);
  dropIfAsked(telegram, parameters);
  telegram.queue.wakeAll();
  return true;
}

export function deleteWebhook(telegram: Telegram, parameters: Parameters): true {
  telegram.webhook = null;
  dropIfAsked(telegram, parameters);
  return true;
}

export function getWebhookInfo({ webhook, queue, allowedUpdates }: Telegram): object {
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: queue.pending.length,
    ...(webhook?.lastErrorAt
      ? { last_error_date: seconds(webhook.lastErrorAt), last_error_message: webhook.lastError }
      : {}),
    ...(webhook ? { max_connections: 40 } : {}),
    ...(allowedUpdates && allowedUpdates.length > 0 ? { allowed_updates: allowedUpdates } : {}),
  };
}

export function telegramPushTargets(telegram: Telegram): PushTarget[] {
  const { webhook, world } = telegram;
  if (!webhook) return [];
  return [
    {
      url: webhook.url,
      headers: webhook.secret === null ? {} : { 'x-telegram-bot-api-secret-token': webhook.secret },
      wants: () => true,
      accepts: (status) => status >= 200 && status < 300,
      report: (error) => {
        if (error === null) return;
        webhook.lastError = error;
        webhook.lastErrorAt = world.now();
      },
    },
  ];
}

/** Unlike the original, plain http on any port is fine on the loopback: that is where a developer's server runs. */
function checkUrl(url: string): void {
  if (!URL.canParse(url)) throw badRequest('bad webhook: invalid webhook URL specified');
  const { protocol, hostname, port } = new URL(url);
  if (loopback.test(hostname) && (protocol === 'http:' || protocol === 'https:')) return;
  if (protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  if (!ports.includes(port)) throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
}

function dropIfAsked(telegram: Telegram, parameters: Parameters): void {
  if (parameters.flag('drop_pending_updates')) telegram.queue.clear();
  telegram.world.touch();
}
