import type { PaceRules } from './pace.ts';

/** One due row of a ledger, and whatever its feature needs to attempt it. */
export type LaneJob = {
  id: string;
  lane: number;
  /** Its place in the lane's order, as text: a Date would cut microseconds. Empty where fetching claims. */
  cursor: string;
  /** What the pace keeps apart, such as the chat. */
  key?: string;
  /** Urgent rows may use all of a pace's room at once, others are spread over the second. */
  urgent?: boolean;
};

export type LaneWant = {
  lane: number;
  /** At most so many rows, in the lane's order… */
  room: number;
  /** …of which at most so many that are not urgent… */
  ordinaryRoom: number;
  /** …after this place; null is the beginning. */
  cursor: string | null;
  /** Keys that must wait. */
  busyKeys: string[];
  /** Of the lane's shard. */
  token: string;
};

export type HeldShard = { shard: number; token: string };

export type Attempted<Outcome> = {
  outcome: Outcome;
  /** Nobody answered: a lane that only times out gets few slots, apart from those of the others. */
  timedOut?: boolean;
  pauseLaneUntil?: Date;
};

export type Finish<Job, Outcome> = { job: Job; token: string; outcome: Outcome };

export type LaneLimits = {
  /** Attempts at once in one lane, exact across all processes. */
  perLane: number;
  /** Attempts at once in this process. */
  total: number;
  slowPerLane: number;
  slowTotal: number;
  /** A lane with an attempt that runs longer counts as slow until one ends in an answer. */
  slowAfterMs: number;
};

/**
 * A table that is both queue and log, as its feature describes it to a LaneWorker. What the worker promises:
 *
 * - A lane's rows are fetched, attempted and finished by the one worker that holds the lane's shard. Other workers
 *   touch them only once its lease has run out or was given back.
 * - A row is attempted again only after its finish has been stored, or by the next holder of the shard.
 * - `fetch` and `recover` of one worker never overlap; up to two `finish` do, with different rows.
 *
 * What the ledger must hold: `finish`, and a `fetch` that writes, change only rows for which `isHeld` is true at
 * that moment, and `finish` only those that are still in the very attempt that is being finished.
 */
export type Ledger<Job extends LaneJob, Outcome> = {
  readonly name: string;
  readonly limits: LaneLimits;
  readonly pace?: PaceRules;
  /** Whether `fetch` marks its rows so that no later fetch returns them. Otherwise the worker remembers them. */
  readonly fetchClaims: boolean;
  /** No attempt is started that could outlive the lease; at most two thirds of it. */
  readonly attemptEndsWithinMs?: number;
  /** Lanes after `afterLane` with due rows, ascending, among these shards. */
  discover(search: { afterLane: number; shards: number[]; most: number; now: Date }): Promise<number[]>;
  fetch(wants: LaneWant[], now: Date): Promise<Job[]>;
  attempt(job: Job, signal: AbortSignal): Promise<Attempted<Outcome>>;
  /** How many attempts have begun and wait to get under way. A crowd of them costs memory and wins nothing. */
  waiting?(): number;
  /** What an attempt comes to that threw, against all expectation. */
  outcomeOfError(job: Job, error: unknown): Outcome;
  finish(batch: Finish<Job, Outcome>[], now: Date): Promise<void>;
  /**
   * Settles rows that are marked as being attempted although nobody attempts them. Called before the first fetch
   * from a shard, and then every second. `inFlight`: what this worker is attempting or finishing.
   */
  recover?(held: HeldShard[], inFlight: string[], now: Date): Promise<void>;
};
