import { Faults } from './faults/faults.ts';
import { CallLog } from './http/call-log.ts';
import { createMax, type Max } from './max/max.ts';
import { maxPushTargets } from './max/updates.ts';
import { type BotIdentity, createTelegram, type Telegram } from './telegram/telegram.ts';
import { telegramPushTargets } from './telegram/webhook.ts';
import { type PushLog, UpdatePusher } from './updates/push-updates.ts';
import { Files } from './world/files.ts';
import type { Channel } from './world/person.ts';
import { World } from './world/world.ts';

/** Everything that the sandbox is, apart from HTTP and the state file. */
export type Core = {
  readonly world: World;
  readonly files: Files;
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly telegram: Telegram;
  readonly max: Max;
  readonly pushers: readonly UpdatePusher[];
};

export function createCore(bots: { telegram: BotIdentity; max: BotIdentity }, now: () => number): Core {
  const world = new World(now);
  const parts = { world, files: new Files(), faults: new Faults() };
  const calls = new CallLog();
  const telegram = createTelegram(bots.telegram, parts);
  const max = createMax(bots.max, parts);
  const logOf =
    (channel: Channel): PushLog =>
    ({ url, update, status, durationMs }) =>
      calls.add({
        at: now(),
        channel,
        method: 'webhook push',
        params: { url, update: update.body },
        status,
        response: null,
        durationMs,
        fault: null,
      });
  const pushers = [
    new UpdatePusher(telegram.queue, () => telegramPushTargets(telegram), logOf('telegram')),
    new UpdatePusher(max.queue, () => maxPushTargets(max), logOf('max')),
  ];
  return { ...parts, calls, telegram, max, pushers };
}
