/** How many recipients `batch.completed` tells of at a time. */
const BATCH_SIZE = 1_000;

export type Counts = { sent: number; failed: number; skipped: number };
/** So many recipients in a row that ended alike. */
export type Run = { state: keyof Counts; count: number };
export type Batch = Counts & { batch: number };

/** What has ended, what of it the batches so far have told, and how many those were. */
export type Progress = { done: Counts; told: Counts; batches: number };

const NONE: Counts = { sent: 0, failed: 0, skipped: 0 };
export const NO_PROGRESS: Progress = { done: NONE, told: NONE, batches: 0 };

export function sumOf({ sent, failed, skipped }: Counts): number {
  return sent + failed + skipped;
}

/** Who was only skipped has not been tried. */
export function hasBegun({ sent, failed }: Pick<Counts, 'sent' | 'failed'>): boolean {
  return sent + failed > 0;
}

/** Goes through what has ended, in order, and cuts off a batch at every thousandth. */
export function advance(before: Progress, runs: Run[]): { progress: Progress; batches: Batch[] } {
  let progress: Progress = { ...before, done: { ...before.done } };
  const batches: Batch[] = [];
  for (const { state, count } of runs) {
    for (let left = count; left > 0; ) {
      const step = Math.min(left, BATCH_SIZE - untold(progress));
      progress.done[state] += step;
      left -= step;
      if (untold(progress) === BATCH_SIZE) progress = tellBatch(progress, batches);
    }
  }
  return { progress, batches };
}

/** At the end: what is left of it is a batch too, a smaller one. */
export function tellRest(progress: Progress, batches: Batch[]): Progress {
  return untold(progress) === 0 ? progress : tellBatch(progress, batches);
}

function untold({ done, told }: Progress): number {
  return sumOf(done) - sumOf(told);
}

function tellBatch({ done, told, batches: before }: Progress, batches: Batch[]): Progress {
  const batch = before + 1;
  const difference = (state: keyof Counts) => done[state] - told[state];
  batches.push({ batch, sent: difference('sent'), failed: difference('failed'), skipped: difference('skipped') });
  return { done: { ...done }, told: { ...done }, batches: batch };
}
