import type { Core } from './core.ts';
import type { Max } from './max/max.ts';
import type { Telegram } from './telegram/telegram.ts';
import type { QueuedUpdate } from './updates/update-queue.ts';
import type { Callback } from './world/callback.ts';
import type { Chat } from './world/chat.ts';
import type { Channel, Person } from './world/person.ts';
import type { Counters } from './world/world.ts';

const version = 1;
// More ids than a sandbox hands out between two saves.
const idsPerSave = 100_000;
const channels: readonly Channel[] = ['telegram', 'max'];

export type Snapshot = {
  version: number;
  /** Written while stopping: nothing happened after it. */
  clean: boolean;
  counters: Counters;
  people: Person[];
  chats: Record<Channel, [number, Chat][]>;
  telegram: Pick<Telegram, 'webhook' | 'allowedUpdates' | 'commands'> & Waiting;
  max: Pick<Max, 'subscriptions' | 'commands'> & Waiting;
};

type Waiting = { updates: QueuedUpdate[]; callbacks: Callback[] };

export function takeSnapshot({ world, telegram, max }: Core, clean: boolean): Snapshot {
  const waiting = ({ queue, callbacks }: Telegram | Max): Waiting => ({
    updates: [...queue.pending],
    callbacks: callbacks.all(),
  });
  return {
    version,
    clean,
    counters: world.counters,
    people: [...world.people.values()],
    chats: { telegram: [...world.chats('telegram')], max: [...world.chats('max')] },
    telegram: {
      webhook: telegram.webhook,
      allowedUpdates: telegram.allowedUpdates,
      commands: telegram.commands,
      ...waiting(telegram),
    },
    max: { subscriptions: max.subscriptions, commands: max.commands, ...waiting(max) },
  };
}

/** Returns false where the data is of another version, which is then ignored. */
export function restoreSnapshot({ world, telegram, max }: Core, data: unknown): boolean {
  if (typeof data !== 'object' || data === null || (data as { version?: unknown }).version !== version) return false;
  const saved = data as Snapshot;
  Object.assign(world.counters, saved.counters);
  if (!saved.clean) for (const name of ['message', 'update', 'callback'] as const) world.counters[name] += idsPerSave;
  for (const person of saved.people) world.people.set(person.id, person);
  for (const channel of channels) for (const [id, chat] of saved.chats[channel]) world.restoreChat(channel, id, chat);
  const { updates: telegramUpdates, callbacks: telegramCallbacks, ...telegramSettings } = saved.telegram;
  const { updates: maxUpdates, callbacks: maxCallbacks, ...maxSettings } = saved.max;
  Object.assign(telegram, telegramSettings);
  Object.assign(max, maxSettings);
  telegram.queue.restore(telegramUpdates);
  max.queue.restore(maxUpdates);
  for (const callback of telegramCallbacks) telegram.callbacks.add(callback);
  for (const callback of maxCallbacks) max.callbacks.add(callback);
  return true;
}
