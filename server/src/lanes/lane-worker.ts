import type { Logger } from 'pino';
import type { Database, Notifications } from '#db';
import type { Clock } from '#lib/clock.ts';
import { LaneLoop } from './lane-loop.ts';
import type { LaneJob, Ledger } from './ledger.ts';
import { RENEW_EVERY_MS } from './shard.ts';
import { ShardOwnership } from './shard-ownership.ts';
import { Timers } from './timers.ts';
import { WakeHints } from './wake-hints.ts';

const POLL_EVERY_MS = 1_000;
const LANES_PER_DISCOVERY = 500;
/** Another process' clock may be a little ahead of ours: its rows are not due here at the moment its hint arrives. */
const CLOCK_DIFFERENCE_MS = 50;
const STORE_TRIES_AT_STOP = 5;
const STORE_PAUSE_MS = 200;

export type LaneWorkerOptions<Job extends LaneJob, Outcome> = {
  ledger: Ledger<Job, Outcome>;
  database: Database;
  /** The database's time: leases of several processes are compared by it. */
  clock: Clock;
  log: Logger;
  notifications: Notifications;
};

/**
 * Works off one ledger, together with all other workers of it in any number of processes. The table is the truth and is
 * looked at every second; hints only make it faster.
 */
export class LaneWorker<Job extends LaneJob, Outcome> {
  readonly #options: LaneWorkerOptions<Job, Outcome>;
  readonly #shards: ShardOwnership;
  readonly #loop: LaneLoop<Job, Outcome>;
  readonly #hints: WakeHints;
  readonly #timers = new Timers();
  #unlisten: (() => void) | undefined;
  #started = false;
  #sharing: Promise<void> = Promise.resolve();
  #nextRenewal: Promise<void> | undefined;

  constructor(options: LaneWorkerOptions<Job, Outcome>) {
    const { ledger, database, clock, log, notifications } = options;
    this.#options = options;
    this.#hints = new WakeHints(notifications, ledger.name);
    this.#shards = new ShardOwnership(database, ledger.name, clock, () => this.#hints.sharesChanged());
    const onPaced = (lane: number, at: Date) => this.#lookAgain(lane, at.getTime() - clock.now().getTime());
    this.#loop = new LaneLoop({ ledger, shards: this.#shards, clock, log, onPaced });
  }

  /** There are new due rows, committed: said by whoever wrote them, in any process, worker or not. */
  wake(lane: number): void {
    if (this.#started && this.#shards.holds(lane)) this.#makeReady([lane]);
    else this.#hints.wake(lane);
  }

  /** One whole round, for tests: all that is due by the clock and may go is attempted and finished. Not for a started worker. */
  async tick(): Promise<void> {
    await this.#shards.renew();
    // First what has been left behind: it may become due by that.
    this.#loop.refresh();
    this.#loop.turn();
    await this.#loop.rest();
    for (;;) {
      const before = this.#loop.begun;
      await this.#poll();
      await this.#loop.rest();
      const failure = this.#loop.takeFailure();
      if (failure !== undefined) throw failure;
      if (this.#loop.begun === before) return;
    }
  }

  start(): void {
    this.#started = true;
    this.#timers.repeat(RENEW_EVERY_MS, () => this.#renew());
    this.#timers.repeat(POLL_EVERY_MS, () => this.#pollSafely());
    this.#unlisten = this.#hints.listen({
      onLanes: (lanes) => this.#onHint(lanes),
      onSharesChanged: () => void this.#renew(),
      onGap: () => void this.#pollSafely(),
    });
    void this.#renew();
  }

  /**
   * Begins nothing more, waits for what is in flight and stores it, gives the shards back. Attempts that have not ended
   * after `abortAfterMs` are told to.
   */
  async stop(abortAfterMs?: number): Promise<void> {
    this.#unlisten?.();
    this.#shards.close();
    this.#loop.close();
    const abort = abortAfterMs === undefined ? undefined : setTimeout(() => this.#loop.abortAttempts(), abortAfterMs);
    // Leases are renewed meanwhile: an outcome under a lost lease could not be stored.
    await this.#loop.rest();
    clearTimeout(abort);
    await this.#storeTheRest();
    this.#started = false;
    await this.#timers.stop();
    await this.#sharing;
    await this.#safely('shards could not be given back; they are free when their lease runs out', () =>
      this.#shards.leave(),
    );
    await this.#hints.sent();
  }

  #onHint(lanes: number[]): void {
    const own = lanes.filter((lane) => this.#shards.holds(lane));
    this.#makeReady(own);
    for (const lane of own) this.#lookAgain(lane, CLOCK_DIFFERENCE_MS);
  }

  #makeReady(lanes: number[]): void {
    if (lanes.length === 0) return;
    for (const lane of lanes) this.#loop.addReady(lane);
    this.#loop.turn();
  }

  #lookAgain(lane: number, inMs: number): void {
    if (this.#started) this.#timers.once(lane, inMs, () => this.#makeReady([lane]));
  }

  /** One at a time; asked for again while it runs, it runs once more. */
  #renew(): Promise<void> {
    this.#nextRenewal ??= this.#sharing.then(async () => {
      this.#nextRenewal = undefined;
      if (!this.#started) return;
      await this.#safely('lanes could not be renewed; it is tried again', () => this.#shards.renew());
      await this.#pollSafely();
    });
    this.#sharing = this.#nextRenewal;
    return this.#nextRenewal;
  }

  async #pollSafely(): Promise<void> {
    if (this.#started) await this.#safely('due lanes could not be looked for; it is tried again', () => this.#poll());
  }

  async #poll(): Promise<void> {
    this.#loop.refresh();
    // Settles new shards, gives back those that are too many.
    this.#loop.turn();
    const { ledger, clock } = this.#options;
    const shards = this.#shards.owned().map(({ shard }) => shard);
    let afterLane = -1;
    while (shards.length > 0) {
      const lanes = await ledger.discover({ afterLane, shards, most: LANES_PER_DISCOVERY, now: clock.now() });
      for (const lane of lanes) this.#loop.addReady(lane);
      this.#loop.turn();
      if (lanes.length < LANES_PER_DISCOVERY) return;
      afterLane = lanes.at(-1) ?? afterLane;
    }
  }

  async #storeTheRest(): Promise<void> {
    for (let tries = 1; (await this.#loop.storeKept()) > 0 && tries < STORE_TRIES_AT_STOP; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, STORE_PAUSE_MS));
    }
  }

  async #safely(failed: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#options.log.warn({ err: error, ledger: this.#options.ledger.name }, failed);
    }
  }
}
