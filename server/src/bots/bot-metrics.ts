import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { Channel } from '#messengers';
import { readBotHealth } from './bot-health.ts';
import type { Handled } from './handle-update.ts';

export type CountUpdate = (channel: Channel, kind: string, outcome: Handled['outcome']) => void;

/** The gauges tell of the bot and are the same in every process; the counter tells of this process. */
export function measureBots(registry: Registry, database: Database, clock: Clock): CountUpdate {
  const registers = [registry];
  const lastOk = new Gauge({
    name: 'bellhop_bot_last_success_timestamp_seconds',
    help: 'When the last poll, or check of the webhook, succeeded.',
    labelNames: ['channel', 'mode'],
    registers,
  });
  new Gauge({
    name: 'bellhop_bot_up',
    help: '1 while the bot receives updates.',
    labelNames: ['channel', 'mode'],
    registers,
    async collect() {
      // The database away: no value is better than a stale one.
      const bots = await readBotHealth(database, clock.now()).catch(() => []);
      this.reset();
      lastOk.reset();
      for (const { channel, mode, up, lastOkAt } of bots) {
        this.set({ channel, mode }, up ? 1 : 0);
        if (lastOkAt !== null) lastOk.set({ channel, mode }, lastOkAt.getTime() / 1000);
      }
    },
  });
  const updates = new Counter({
    name: 'bellhop_bot_updates_total',
    help: 'Updates by what became of them.',
    labelNames: ['channel', 'kind', 'outcome'],
    registers,
  });
  return (channel, kind, outcome) => updates.inc({ channel, kind, outcome });
}
