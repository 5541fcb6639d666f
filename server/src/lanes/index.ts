/**
 * The ledger is the queue: one mechanism that works off due rows of any table, fair across its lanes, by as many
 * processes as there are, each lane by one of them at a time.
 */
export { LaneWorker } from './lane-worker.ts';
export type { Attempted, Finish, HeldShard, LaneJob, LaneLimits, LaneWant, Ledger } from './ledger.ts';
export type { PaceRules } from './pace.ts';
export { SHARDS } from './shard.ts';
export { isHeld, tokenOf } from './shard-store.ts';
