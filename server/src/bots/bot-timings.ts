export type BotTimings = {
  leaseMs: number;
  renewEveryMs: number;
  tryEveryMs: number;
  pollSeconds: number;
  /** After a platform's failure: doubled each time up to the longest. */
  firstBackoffMs: number;
  longestBackoffMs: number;
  /** Between the tries of an update whose handler throws; one try more than pauses. */
  retryPausesMs: number[];
  databaseAwayMs: number;
  checkWebhookEveryMs: number;
};

/** A dead holder is replaced after its lease and the next try: 6 to 8 s. */
export const TIMINGS: BotTimings = {
  leaseMs: 6_000,
  renewEveryMs: 2_000,
  tryEveryMs: 2_000,
  pollSeconds: 25,
  firstBackoffMs: 1_000,
  longestBackoffMs: 30_000,
  retryPausesMs: [100, 400],
  databaseAwayMs: 1_000,
  checkWebhookEveryMs: 600_000,
};
