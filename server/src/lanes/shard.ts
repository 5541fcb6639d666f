/** Lanes are owned in 64 shards per ledger: few enough to lease, many enough to share among workers. */
export const SHARDS = 64;

export const LEASE_MS = 15_000;
export const RENEW_EVERY_MS = LEASE_MS / 4;

export function shardOf(lane: number): number {
  return lane & (SHARDS - 1);
}

/** Rounded up, so that no shard is left over; the last workers may get one fewer. */
export function fairShare(workers: number): number {
  return Math.ceil(SHARDS / workers);
}
