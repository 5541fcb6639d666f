/** Over less time it would jump about. */
const MEASURED_OVER_MS = 10_000;

/** Messages a minute, null until measured. `markedDone` recipients were accounted for at `markedAt`: the next one counts from there. */
export type Rate = { rate: number | null; markedAt: Date | null; markedDone: number | null };

export const NO_RATE: Rate = { rate: null, markedAt: null, markedDone: null };

export function measureRate(before: Rate, done: number, now: Date): Rate {
  const { markedAt, markedDone } = before;
  if (markedAt === null || markedDone === null) return { ...before, markedAt: now, markedDone: done };
  const elapsedMs = now.getTime() - markedAt.getTime();
  if (elapsedMs < MEASURED_OVER_MS) return before;
  return { rate: ((done - markedDone) / elapsedMs) * 60_000, markedAt: now, markedDone: done };
}
