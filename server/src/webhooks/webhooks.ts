import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { afterCommit, type Database, type Notifications, type Transaction } from '#db';
import type { DomainEvent } from '#events';
import { type LaneLimits, LaneWorker, type Ledger } from '#lanes';
import type { Clock } from '#lib/clock.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Seal } from '#lib/seal.ts';
import {
  ATTEMPT_MS,
  type AttemptOptions,
  attemptDelivery,
  type DeliveryJob,
  outcomeOfThrown,
} from './attempt-delivery.ts';
import { EndpointTargets } from './endpoint-targets.ts';
import { insertEvents } from './outbox-store.ts';
import type { Outcome } from './outcome.ts';
import { headersOf, type Sender } from './request-headers.ts';
import type { RetryPolicyName } from './retry-schedule.ts';
import { findDueLanes, finishDeliveries, LEDGER, readDueDeliveries } from './sending-store.ts';
import { type MeasureAttempt, measureWebhooks } from './webhook-metrics.ts';

/** However many endpoints are dead: the few slots of slow lanes are apart from those of the others. */
const LIMITS: LaneLimits = { perLane: 8, total: 1_000, slowPerLane: 2, slowTotal: 200, slowAfterMs: 2_000 };
/** At once, in this process. */
export const MOST_ATTEMPTS = LIMITS.total + LIMITS.slowTotal;
/** At a stop, what has not been answered by then is begun again by whoever comes next. */
const ABORT_AFTER_MS = 3_000;

export type WebhooksOptions = {
  database: Database;
  /** Connections for fetching and storing. */
  queues: Database;
  notifications: Notifications;
  clock: Clock;
  log: Logger;
  seal: Seal;
  outgoing: Pick<Outgoing, 'checkUrl' | 'request' | 'waiting'>;
  retryPolicy: RetryPolicyName;
  headerPrefix: string;
  version: string;
  metrics?: Registry;
};

/** Events on their way to the endpoints that want them: written with the change that caused them, sent after its commit. */
export class Webhooks {
  readonly options: WebhooksOptions;
  readonly #worker: LaneWorker<DeliveryJob, Outcome>;

  constructor(options: WebhooksOptions) {
    const { database, notifications, clock, log, metrics } = options;
    this.options = options;
    const measure = metrics === undefined ? () => {} : measureWebhooks(metrics, database, clock);
    this.#worker = new LaneWorker({ ledger: createLedger(options, measure), database, clock, log, notifications });
  }

  /** To be registered with `Events`: runs in the transaction of the change. */
  async take(tx: Transaction, events: DomainEvent[]): Promise<void> {
    if (events.length > 0) this.wakeAfterCommit(tx, await insertEvents(tx, events));
  }

  wakeAfterCommit(tx: Transaction, lanes: number[]): void {
    if (lanes.length === 0) return;
    afterCommit(tx, () => {
      for (const lane of lanes) this.#worker.wake(lane);
    });
  }

  start(): void {
    this.#worker.start();
  }

  async stop(abortAfterMs = ABORT_AFTER_MS): Promise<void> {
    await this.#worker.stop(abortAfterMs);
  }

  /** For tests: attempts all that is due by the clock. */
  async tick(): Promise<void> {
    await this.#worker.tick();
  }
}

function createLedger(options: WebhooksOptions, measure: MeasureAttempt): Ledger<DeliveryJob, Outcome> {
  const { database, queues, seal } = options;
  const targets = new EndpointTargets(database, seal);
  const sender: Sender = {
    headerPrefix: options.headerPrefix,
    userAgent: `Bellhop-Webhooks/${options.version}`,
  };
  const attempting: AttemptOptions = { ...options, requestHeaders: headersOf(sender), measure };
  return {
    name: LEDGER,
    limits: LIMITS,
    // A worker that is killed leaves no mark on what it was sending: the next one sends it again, under the same id.
    fetchClaims: false,
    attemptEndsWithinMs: ATTEMPT_MS,
    discover: (search) => findDueLanes(queues, search),
    fetch: async (wants, now) => targets.of(await readDueDeliveries(queues, wants, now)),
    attempt: (job, signal) => attemptDelivery(job, signal, attempting),
    waiting: () => options.outgoing.waiting,
    outcomeOfError: (job) => outcomeOfThrown(job, attempting),
    finish: (batch, now) => finishDeliveries(queues, batch, sender, now),
  };
}
