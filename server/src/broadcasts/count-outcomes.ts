import type { Transaction } from '#db';
import type { DomainEvent } from '#events';
import type { FinishedMessage, OutcomeHandler } from '#messages';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { advance, type Batch, hasBegun, type Run, sumOf, tellRest } from './progress.ts';
import { lockProgress, type ProgressRow, storeProgress } from './progress-store.ts';
import { measureRate } from './rate.ts';

type Dependencies = Pick<BroadcastsOptions, 'clock' | 'events'>;

/**
 * For Messages.onOutcome: `collect` before all other handlers, `count` after them. Ending some messages may withdraw
 * others, which is told in between, in the same transaction. So all is counted at the very end, broadcasts in one order:
 * who waits for a broadcast's row then holds nothing that its holder could be waiting for.
 */
export function outcomeCounting(options: Dependencies): { collect: OutcomeHandler; count: OutcomeHandler } {
  const collections = new WeakMap<Transaction, { depth: number; runs: Map<string, Run[]> }>();
  return {
    async collect(tx, finished) {
      const collection = collections.get(tx) ?? { depth: 0, runs: new Map() };
      collections.set(tx, collection);
      collection.depth += 1;
      addRuns(collection.runs, finished);
    },
    async count(tx) {
      const collection = collections.get(tx);
      if (collection === undefined) throw new Error('Outcomes are counted that were not collected.');
      collection.depth -= 1;
      if (collection.depth > 0) return;
      collections.delete(tx);
      await countOutcomes(tx, options, collection.runs);
    },
  };
}

function addRuns(runs: Map<string, Run[]>, finished: FinishedMessage[]): void {
  for (const { jobId, state } of finished) {
    if (jobId === null) continue;
    const ofJob = runs.get(jobId);
    if (ofJob === undefined) runs.set(jobId, [{ state, count: 1 }]);
    else ofJob.push({ state, count: 1 });
  }
}

/** Counts each outcome once, in the transaction that stores it, and tells what is complete by that. */
export async function countOutcomes(
  tx: Transaction,
  { clock, events }: Dependencies,
  runs: ReadonlyMap<string, Run[]>,
): Promise<void> {
  if (runs.size === 0) return;
  const now = clock.now();
  const counted = (await lockProgress(tx, [...runs.keys()])).map((row) => goOn(row, runs.get(row.id) ?? [], now));
  if (counted.length === 0) return;
  await storeProgress(
    tx,
    counted.map(({ row }) => row),
  );
  const told = counted.flatMap(({ row, batches }) => eventsOf(row, batches, now));
  if (told.length > 0) await events.emitAll(tx, told);
}

/** Of a cancelled broadcast no batches are told, only its end. */
function goOn(before: ProgressRow, runs: Run[], now: Date): { row: ProgressRow; batches: Batch[] } {
  const { progress, batches } = advance(before.progress, runs);
  const done = sumOf(progress.done);
  const isFinished = done === before.total;
  const isCancelled = before.status === 'cancelled';
  const status = before.status === 'pending' && hasBegun(progress.done) ? 'processing' : before.status;
  const row: ProgressRow = {
    ...before,
    ...(status === 'processing' && measureRate(before, done, now)),
    progress: isFinished ? tellRest(progress, batches) : progress,
    status: isFinished && !isCancelled ? 'completed' : status,
    finishedAt: isFinished ? now : null,
  };
  return { row, batches: isCancelled ? [] : batches };
}

function eventsOf(row: ProgressRow, batches: Batch[], at: Date): DomainEvent[] {
  const { id: job_id, projectId, total, progress } = row;
  const told: DomainEvent[] = batches.map((batch) => ({
    ...{ projectId, name: 'batch.completed', at },
    data: { job_id, ...batch },
  }));
  if (row.finishedAt === null) return told;
  const name = row.status === 'cancelled' ? 'broadcast.cancelled' : 'broadcast.completed';
  return [...told, { projectId, name, data: { job_id, ...progress.done, total }, at }];
}
