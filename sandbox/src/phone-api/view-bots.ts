import type { Core } from '../core.ts';

// A poller is between two polls for a moment; only a longer silence means that nobody listens.
const graceMs = 5000;

/** Who the bots are, whether a long poll waits right now, and whether anybody listens at all. */
export function viewBots({ world, telegram, max }: Core): object {
  const view = (
    { username, name }: { username: string; name: string },
    state: { polling: boolean; webhook: boolean; lastPollAt: number | null },
  ) => {
    const recently = state.lastPollAt !== null && world.now() - state.lastPollAt < graceMs;
    return { username, name, polling: state.polling, listening: state.polling || state.webhook || recently };
  };
  const { webhook, poll, lastPollAt } = telegram;
  return {
    telegram: view(telegram.bot, { polling: poll !== null, webhook: webhook !== null, lastPollAt }),
    max: view(max.bot, {
      polling: max.polls > 0,
      webhook: max.subscriptions.length > 0,
      lastPollAt: max.lastPollAt,
    }),
  };
}
