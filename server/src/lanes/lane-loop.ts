import type { Logger } from 'pino';
import type { Clock } from '#lib/clock.ts';
import { FinishQueue } from './finish-queue.ts';
import { type Flight, InFlight } from './in-flight.ts';
import { Lane } from './lane.ts';
import type { Attempted, Finish, LaneJob, LaneWant, Ledger } from './ledger.ts';
import { ReadyLanes } from './ready-lanes.ts';
import { type Running, RunningAttempts } from './running-attempts.ts';
import { shardOf } from './shard.ts';
import type { ShardOwnership } from './shard-ownership.ts';

const LANES_PER_FETCH = 500;
/** Outcomes that wait to be stored; above it nothing new is fetched. */
const MOST_UNSTORED = 2_000;
/** Attempts that wait to get under way; above it nothing new is fetched. */
const MOST_WAITING = 400;
/** A fetch for one free slot costs nearly as much as one for hundreds: below so many it waits for more… */
const WORTHWHILE = 200;
/** …or so many, where no attempt waits to get under way: there the lack of more is felt. */
const NEEDED = 100;
/** It waits the longer, the more is in flight: so long when all slots are taken. */
const LONGEST_WAIT_MS = 25;

type Want = LaneWant & { state: Lane; free: number };

type Begun<Job> = { lane: Lane; job: Job; token: string; flight: Flight; running: Running };

type Unstored<Job, Outcome> = Finish<Job, Outcome> & { flight: Flight };

export type LaneLoopOptions<Job extends LaneJob, Outcome> = {
  ledger: Ledger<Job, Outcome>;
  shards: ShardOwnership;
  clock: Clock;
  log: Logger;
  /** A paced lane may have more to do by then. */
  onPaced: (lane: number, at: Date) => void;
};

/**
 * Fetch, attempt, finish, over and over, while lanes are ready and slots are free. Settling, giving shards back and
 * fetching happen one after the other in one sequence, so none of them sees another's half of the truth.
 */
export class LaneLoop<Job extends LaneJob, Outcome> {
  readonly #options: LaneLoopOptions<Job, Outcome>;
  readonly #ledger: Ledger<Job, Outcome>;
  readonly #clock: Clock;
  readonly #shards: ShardOwnership;
  readonly #lanes = new Map<number, Lane>();
  readonly #ready = new ReadyLanes();
  readonly #inFlight = new InFlight();
  readonly #running: RunningAttempts;
  readonly #finishes: FinishQueue<Unstored<Job, Outcome>>;
  readonly #abort = new AbortController();
  #settleDue = true;
  /** Lanes that the last fetch had no room for. */
  #leftOver = false;
  /** Slots that came free since the last fetch began. */
  #freed = 0;
  #closed = false;
  #again = false;
  #soonAgain = false;
  #turning = false;
  #turned: Promise<void> = Promise.resolve();
  #soon: NodeJS.Timeout | undefined;
  #failure: unknown;
  /** Attempts begun so far. */
  begun = 0;

  constructor(options: LaneLoopOptions<Job, Outcome>) {
    this.#options = options;
    this.#ledger = options.ledger;
    this.#clock = options.clock;
    this.#shards = options.shards;
    this.#running = new RunningAttempts(options.ledger.limits);
    this.#finishes = new FinishQueue({
      finish: (batch) => this.#ledger.finish(batch, this.#clock.now()),
      onFinished: (batch) => this.#onFinished(batch),
      onError: (err, entries) => this.#log().error({ err, entries }, 'outcomes could not be stored; they are kept'),
    });
  }

  addReady(lane: number): void {
    this.#ready.add(this.#lane(lane));
  }

  /** What must not be trusted for longer than a second: cursors, the speed of lanes, what the table says is attempted. */
  refresh(): void {
    this.#settleDue = true;
    this.#running.markSlow(this.#clock.now());
    this.#finishes.retryKept();
    for (const lane of this.#lanes.values()) {
      // A transaction that began earlier and committed later stands before the cursor.
      lane.startOver();
      if (lane.isForgettable() && !this.#ready.has(lane)) this.#lanes.delete(lane.number);
    }
  }

  turn(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#again = true;
    if (this.#turning) return;
    this.#turning = true;
    this.#turned = this.#turnWhileAsked();
  }

  /** Until nothing is ready, in flight or being stored. */
  async rest(): Promise<void> {
    do {
      await this.#turned;
      await this.#running.idle();
      await this.#finishes.idle();
    } while (this.#turning || this.#running.size > 0 || this.#finishes.isStoring);
  }

  /** No attempt begins any more. */
  close(): void {
    this.#closed = true;
  }

  abortAttempts(): void {
    this.#abort.abort();
  }

  /** Answers how many outcomes are still not stored. */
  async storeKept(): Promise<number> {
    this.#finishes.retryKept();
    await this.#finishes.idle();
    return this.#finishes.size;
  }

  /** What the last fetch failed with, once. */
  takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #log(): Logger {
    return this.#options.log;
  }

  #lane(number: number): Lane {
    const lane = this.#lanes.get(number) ?? new Lane(number);
    this.#lanes.set(number, lane);
    return lane;
  }

  async #turnWhileAsked(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        if (!(await this.#fetchAndBegin())) continue;
        // Lanes that did not fit into this fetch go on at once; those that are full wait for free slots.
        if (this.#leftOver && this.#freeSlots(false) >= WORTHWHILE) this.#again = true;
        else this.#soonAgain = true;
      }
    } catch (error) {
      // The lanes that were asked for are found again by the next poll.
      this.#failure = error;
      this.#settleDue = true;
      this.#log().warn({ err: error, ledger: this.#ledger.name }, 'due rows could not be fetched; it is tried again');
    } finally {
      this.#turning = false;
      if (this.#soonAgain) this.#turnSoon();
    }
  }

  async #fetchAndBegin(): Promise<boolean> {
    if (this.#settleDue || this.#shards.hasUnsettled()) await this.#settle();
    const wants = this.#collectWants();
    this.#leftOver = this.#ready.hasBrisk;
    this.#freed = 0;
    if (wants.length === 0) return false;
    this.#inFlight.fetchBegins();
    for (const { state } of wants) state.isBeingFetched = true;
    try {
      const jobs = Map.groupBy(await this.#ledger.fetch(wants, this.#clock.now()), ({ lane }) => lane);
      for (const want of wants) this.#begin(want, jobs.get(want.lane) ?? []);
    } finally {
      for (const { state } of wants) state.isBeingFetched = false;
      this.#inFlight.fetchEnded();
    }
    return true;
  }

  async #settle(): Promise<void> {
    this.#settleDue = false;
    const lanes = new Set([...this.#inFlight.lanes()].map(shardOf));
    await this.#shards.releaseLeaving((shard) => !lanes.has(shard));
    const owned = this.#shards.owned();
    if (owned.length > 0) await this.#ledger.recover?.(owned, this.#inFlight.ids(), this.#clock.now());
    for (const shard of owned) shard.settled = true;
  }

  #collectWants(): Want[] {
    const wants: Want[] = [];
    if (this.#closed || this.#finishes.size > MOST_UNSTORED) return wants;
    const now = this.#clock.now();
    for (const slow of [false, true]) {
      let slots = this.#freeSlots(slow);
      while (slots > 0 && wants.length < LANES_PER_FETCH) {
        const lane = this.#ready.take(slow);
        if (lane === undefined) break;
        const want = this.#want(lane, slots, now);
        if (want === undefined) continue;
        wants.push(want);
        slots -= want.free;
      }
    }
    return wants;
  }

  #want(lane: Lane, slots: number, now: Date): Want | undefined {
    const shard = this.#shards.usable(lane.number, now, this.#ledger.attemptEndsWithinMs ?? 0);
    if (shard === undefined) return undefined;
    lane.belongTo(shard, this.#ledger.pace);
    const ownSlots = lane.freeSlots(this.#ledger.limits);
    lane.hasMore = ownSlots <= 0;
    const pace = lane.pace?.room(now) ?? { all: ownSlots, ordinary: ownSlots };
    const free = Math.min(ownSlots, slots, pace.all);
    if (free <= 0) {
      if (pace.all <= 0) this.#lookAgainLater(lane, now, true);
      return undefined;
    }
    // From the beginning a fetch meets again what is already in flight.
    const known = this.#ledger.fetchClaims || lane.cursor !== null ? 0 : this.#inFlight.inLane(lane.number);
    return {
      lane: lane.number,
      room: free + known,
      ordinaryRoom: Math.min(free, pace.ordinary) + known,
      cursor: lane.cursor,
      busyKeys: lane.pace?.busyKeys(now) ?? [],
      token: shard.token,
      state: lane,
      free,
    };
  }

  #begin({ state: lane, room, ordinaryRoom, free, token }: Want, jobs: Job[]): void {
    const fresh = this.#ledger.fetchClaims ? jobs : this.#inFlight.leftOut(lane.number, jobs);
    const begun = fresh.slice(0, free);
    const now = this.#clock.now();
    for (const job of begun) this.#attempt(lane, job, token, now);
    const isFull = jobs.length >= room;
    const last = begun.length < fresh.length ? begun.at(-1) : jobs.at(-1);
    lane.goOnAfter(isFull ? (last?.cursor ?? null) : null);
    if (isFull) this.#ready.add(lane);
    const ordinary = jobs.filter(({ urgent }) => urgent !== true).length;
    this.#lookAgainLater(lane, now, isFull || ordinary >= ordinaryRoom);
  }

  #attempt(lane: Lane, job: Job, token: string, now: Date): void {
    // A lease that ran out meanwhile: the row is left to the next owner, or to the next settling.
    if (!this.#shards.mayStart(lane.number, token, now, this.#ledger.attemptEndsWithinMs ?? 0)) return;
    this.begun += 1;
    lane.pace?.start(now, job.key, job.urgent === true);
    const flight = this.#inFlight.add(job);
    const begun = { lane, job, token, flight, running: this.#running.begin(lane, now) };
    this.#ledger.attempt(job, this.#abort.signal).then(
      (attempted) => this.#end(begun, attempted),
      (error) => this.#end(begun, this.#afterThrow(job, error)),
    );
  }

  #end({ lane, job, token, flight, running }: Begun<Job>, attempted: Attempted<Outcome>): void {
    const { outcome, timedOut, pauseLaneUntil } = attempted;
    if (pauseLaneUntil !== undefined) lane.pace?.pauseUntil(pauseLaneUntil);
    this.#finishes.add({ job, token, outcome, flight });
    this.#running.end(running, timedOut === true);
    if (lane.hasMore) this.#ready.add(lane);
    this.#freed += 1;
    const worthwhile = this.#ledger.waiting?.() === 0 ? NEEDED : WORTHWHILE;
    if (Math.min(this.#freed, this.#freeSlots(false)) >= worthwhile) this.turn();
    else this.#turnSoon();
  }

  /** Counted from the end of the fetch that is under way. */
  #turnSoon(): void {
    this.#soonAgain = this.#turning;
    if (this.#turning) return;
    const inMs = (LONGEST_WAIT_MS * this.#running.size) / this.#ledger.limits.total;
    this.#soon ??= setTimeout(() => this.turn(), inMs);
  }

  #freeSlots(slow: boolean): number {
    return Math.min(this.#running.freeSlots(slow), MOST_WAITING - (this.#ledger.waiting?.() ?? 0));
  }

  #afterThrow(job: Job, error: unknown): Attempted<Outcome> {
    this.#log().error({ err: error, ledger: this.#ledger.name, id: job.id }, 'an attempt threw');
    return { outcome: this.#ledger.outcomeOfError(job, error) };
  }

  #onFinished(batch: Unstored<Job, Outcome>[]): void {
    for (const { flight } of batch) this.#inFlight.finished(flight);
    if (this.#ledger.fetchClaims) {
      // What was claimed may have held back other rows of its lane.
      for (const { job } of batch) this.#ready.add(this.#lane(job.lane));
      this.#turnSoon();
    }
    if (!this.#shards.hasLeaving()) return;
    this.#settleDue = true;
    this.turn();
  }

  #lookAgainLater(lane: Lane, now: Date, more: boolean): void {
    const at = lane.pace?.lookAgainAt(now, more);
    if (at !== undefined) this.#options.onPaced(lane.number, at);
  }
}
