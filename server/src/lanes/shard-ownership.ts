import { randomUUID } from 'node:crypto';
import type { Database } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import type { HeldShard } from './ledger.ts';
import { fairShare, LEASE_MS, shardOf } from './shard.ts';
import { forgetWorker, releaseShards, renewShards, reportAlive, seedShards, takeShards } from './shard-store.ts';

export type OwnedShard = HeldShard & {
  /** By our own clock, taken before the lease was written: never later than the database's. */
  until: Date;
  /** Paced lanes of it start no sooner: one second after the former owner could last have sent. */
  quietUntil: Date;
  /** Fetched from only once what the former owner left behind is settled. */
  settled: boolean;
  /** More than our share: given back as soon as nothing of it is in flight. */
  leaving: boolean;
};

/** The shards of one ledger that this worker holds. */
export class ShardOwnership {
  readonly #database: Database;
  readonly #ledger: string;
  readonly #clock: Clock;
  readonly #worker = randomUUID();
  readonly #owned = new Map<number, OwnedShard>();
  #joined = false;
  #closed = false;
  /** Called where another worker should look at its share at once instead of at its next renewal. */
  readonly #onChange: () => void;

  constructor(database: Database, ledger: string, clock: Clock, onChange: () => void) {
    this.#database = database;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Renews what is held and moves towards the fair share: takes what is free, marks what is too much. */
  async renew(): Promise<void> {
    const now = this.#clock.now();
    const until = addSeconds(now, LEASE_MS / 1000);
    if (!this.#joined) await seedShards(this.#database, this.#ledger);
    const share = fairShare(await reportAlive(this.#database, this.#ledger, this.#worker, now, until));
    await this.#renewOwned(until);
    if (this.#owned.size < share && !this.#closed) await this.#take(share - this.#owned.size, now, until);
    const kept = [...this.#owned.keys()].sort((a, b) => a - b).slice(0, share);
    for (const shard of this.#owned.values()) shard.leaving = !kept.includes(shard.shard);
    if (!this.#joined && this.#owned.size < share) this.#onChange();
    this.#joined = true;
  }

  /** The shard of this lane if its rows may be fetched now. */
  usable(lane: number, now: Date, attemptMs: number): OwnedShard | undefined {
    const shard = this.#owned.get(shardOf(lane));
    if (shard === undefined || shard.leaving || !shard.settled) return undefined;
    return shard.until.getTime() > now.getTime() + attemptMs ? shard : undefined;
  }

  /** Whether an attempt at what was fetched under this token may start now. */
  mayStart(lane: number, token: string, now: Date, attemptMs: number): boolean {
    const shard = this.#owned.get(shardOf(lane));
    return shard?.token === token && shard.until.getTime() > now.getTime() + attemptMs;
  }

  holds(lane: number): boolean {
    return this.#owned.has(shardOf(lane));
  }

  owned(): OwnedShard[] {
    return [...this.#owned.values()];
  }

  hasUnsettled(): boolean {
    return this.#owned.values().some(({ settled }) => !settled);
  }

  hasLeaving(): boolean {
    return this.#owned.values().some(({ leaving }) => leaving);
  }

  async releaseLeaving(isIdle: (shard: number) => boolean): Promise<void> {
    const done = this.owned().filter(({ shard, leaving }) => leaving && isIdle(shard));
    if (done.length > 0) await this.#release(done);
  }

  /** Takes nothing more; what is held is still renewed. */
  close(): void {
    this.#closed = true;
  }

  /** Everything back at once, for the end of this worker. */
  async leave(): Promise<void> {
    if (!this.#joined) return;
    this.#joined = false;
    await forgetWorker(this.#database, this.#ledger, this.#worker);
    await this.#release(this.owned());
  }

  async #renewOwned(until: Date): Promise<void> {
    const before = this.owned();
    if (before.length === 0) return;
    const renewed = new Set(await renewShards(this.#database, this.#ledger, before, until));
    for (const owned of before) {
      if (renewed.has(owned.shard)) owned.until = until;
      else if (this.#owned.get(owned.shard) === owned) this.#owned.delete(owned.shard);
    }
  }

  async #take(most: number, now: Date, until: Date): Promise<void> {
    const token = randomUUID();
    for (const { shard, heldUntil } of await takeShards(this.#database, this.#ledger, token, most, now, until)) {
      const quietUntil = addSeconds(heldUntil, 1);
      this.#owned.set(shard, { shard, token, until, quietUntil, settled: false, leaving: false });
    }
  }

  async #release(shards: OwnedShard[]): Promise<void> {
    for (const { shard } of shards) this.#owned.delete(shard);
    await releaseShards(this.#database, this.#ledger, shards, this.#clock.now());
    this.#onChange();
  }
}
