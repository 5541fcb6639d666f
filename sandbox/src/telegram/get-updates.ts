import type { Parameters } from './parameters.ts';
import { badRequest, conflict } from './refusal.ts';
import type { Telegram } from './telegram.ts';

const largestBatch = 100;
const longestPollSeconds = 50;

const terminatedByPoll = 'terminated by other getUpdates request; make sure that only one bot instance is running';
export const terminatedByWebhook = 'terminated by setWebhook request';

export async function getUpdates(telegram: Telegram, parameters: Parameters, hungUp: AbortSignal): Promise<object[]> {
  if (telegram.webhook) {
    throw conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  setAllowedUpdates(telegram, parameters);
  telegram.poll?.abort(terminatedByPoll);
  confirm(telegram, parameters.integer('offset'));
  const limit = Math.min(Math.max(parameters.integer('limit', largestBatch), 1), largestBatch);
  const timeout = Math.min(Math.max(parameters.integer('timeout'), 0), longestPollSeconds);

  const poll = new AbortController();
  telegram.poll = poll;
  const deadline = performance.now() + timeout * 1000;
  try {
    for (;;) {
      const left = deadline - performance.now();
      const batch = telegram.queue.pending.slice(0, limit);
      if (batch.length > 0 || left <= 0 || hungUp.aborted) return batch.map((update) => update.body);
      await telegram.queue.wait(left, AbortSignal.any([hungUp, poll.signal]));
      if (poll.signal.aborted) throw conflict(String(poll.signal.reason));
    }
  } finally {
    if (telegram.poll === poll) telegram.poll = null;
    telegram.lastPollAt = telegram.world.now();
  }
}

/** A positive offset confirms what lies below it; a negative one keeps that many from the end. */
function confirm(telegram: Telegram, offset: number): void {
  const before = telegram.queue.pending.length;
  const from = offset < 0 ? telegram.queue.pending.at(Math.max(offset, -before))?.id : offset;
  if (from !== undefined && from > 0) telegram.queue.confirmBelow(from);
  if (telegram.queue.pending.length !== before) telegram.world.touch();
}

/** Kept until the bot says otherwise, as the original does. */
export function setAllowedUpdates(telegram: Telegram, parameters: Parameters): void {
  const allowed = parameters.json('allowed_updates');
  if (allowed === undefined) return;
  if (!Array.isArray(allowed)) throw badRequest("can't parse allowed_updates: expected an Array of String");
  telegram.allowedUpdates = allowed.map(String);
  telegram.world.touch();
}
