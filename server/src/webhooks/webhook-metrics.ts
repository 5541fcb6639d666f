import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '#db';
import { type Clock, secondsBetween } from '#lib/clock.ts';
import { msOfUuid } from '#lib/ids.ts';
import { type Backlog, MOST_COUNTED, readBacklog } from './backlog-store.ts';
import type { Attempt } from './delivery.ts';
import type { DueDelivery } from './sending-store.ts';

export type MeasureAttempt = (delivery: Pick<DueDelivery, 'n' | 'id'>, attempt: Attempt) => void;

/** The gauges tell of the whole system and are the same in every process; the others tell of this process. */
export function measureWebhooks(registry: Registry, database: Database, clock: Clock): MeasureAttempt {
  const registers = [registry];
  const attempts = new Counter({
    name: 'bellhop_webhook_attempts_total',
    help: 'Attempts by what became of them: delivered, or the class of the error.',
    labelNames: ['outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'bellhop_webhook_first_attempt_seconds',
    help: 'From the event to the beginning of the first attempt.',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
    registers,
  });
  // Both gauges of a scrape are told by one reading. The database away: no value is better than a stale one.
  let reading: Promise<Backlog | undefined> | undefined;
  const read = () => {
    reading ??= readBacklog(database, clock.now())
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: 'bellhop_webhook_backlog',
    help: `Pending deliveries: due now, or waiting for a retry. Counted up to ${MOST_COUNTED}.`,
    labelNames: ['state'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      if (backlog === undefined) return;
      this.set({ state: 'due' }, backlog.due);
      this.set({ state: 'waiting' }, backlog.waiting);
    },
  });
  new Gauge({
    name: 'bellhop_webhook_oldest_due_seconds',
    help: 'How long the oldest due delivery has been waiting for its attempt; 0 where none is due.',
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      if (backlog === undefined) return;
      this.set(backlog.oldestDueAt === null ? 0 : secondsBetween(backlog.oldestDueAt, clock.now()));
    },
  });
  const delivered = attempts.labels('delivered');
  return ({ n, id }, { error, startedAt }) => {
    if (error === null) delivered.inc();
    else attempts.inc({ outcome: error });
    if (n === 1) latency.observe(Math.max(0, startedAt.getTime() - msOfUuid(id)) / 1000);
  };
}
