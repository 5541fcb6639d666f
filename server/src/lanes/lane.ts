import type { LaneLimits } from './ledger.ts';
import { Pace, type PaceRules } from './pace.ts';
import type { OwnedShard } from './shard-ownership.ts';

/** What the worker remembers of a lane that has something to do. */
export class Lane {
  readonly number: number;
  inFlight = 0;
  /** Where the next fetch goes on; null is the beginning. */
  cursor: string | null = null;
  /** Due rows were left in the table for want of a free slot. */
  hasMore = false;
  slow = false;
  isBeingFetched = false;
  pace: Pace | undefined;
  #token: string | undefined;
  #startsOver = false;

  constructor(number: number) {
    this.number = number;
  }

  /** Under a new token nothing that was remembered of the lane's rows or its pace holds any more. */
  belongTo(shard: OwnedShard, rules: PaceRules | undefined): void {
    if (this.#token === shard.token) return;
    this.#token = shard.token;
    this.cursor = null;
    this.pace = rules && new Pace(rules, shard.quietUntil);
  }

  freeSlots(limits: LaneLimits): number {
    return (this.slow ? limits.slowPerLane : limits.perLane) - this.inFlight;
  }

  /** The next fetch begins at the beginning, also where one is under way that is about to set the cursor. */
  startOver(): void {
    this.cursor = null;
    this.#startsOver = this.isBeingFetched;
  }

  /** After a fetch: where the next one goes on. */
  goOnAfter(cursor: string | null): void {
    this.cursor = this.#startsOver ? null : cursor;
    this.#startsOver = false;
  }

  isForgettable(): boolean {
    const isBusy = this.inFlight > 0 || this.isBeingFetched || this.hasMore;
    return !isBusy && !this.slow && this.pace === undefined;
  }
}
