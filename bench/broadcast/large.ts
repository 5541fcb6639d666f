import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../kit/print.ts';
import { FEW, type Job, startSystem } from './system.ts';

const GOAL = 1.5;
const LOOK_EVERY_MS = 500;

/** One broadcast as large as they may be: the memory of the process, the progress that it tells, the account at the end. */
export async function runLarge(count: number, nodeFlags: readonly string[]): Promise<void> {
  const system = await startSystem(count, nodeFlags);
  process.stdout.write(`\nOne broadcast to ${count.toLocaleString('en')}\n\n`);
  // A process that has sent before: what it needs for that does not count.
  const first = await system.broadcast(FEW);
  while ((await system.job(first)).status !== 'completed') await sleep(LOOK_EVERY_MS);
  await system.forgetCounts();
  const before = memoryMegabytes(system.pid);
  const began = performance.now();
  const id = await system.broadcast();
  const accepted = performance.now() - began;
  let peak = before;
  let job = await system.job(id);
  for (let last = 0; job.status !== 'completed'; job = await system.job(id)) {
    const done = doneOf(job);
    const { sent } = await system.counts();
    // What the messenger saw is ahead of what is stored by what is on its way, and never behind it.
    if (done < last || done > job.total || job.sent > sent)
      throw new Error(`Wrong progress: ${JSON.stringify(job)}, seen ${sent}.`);
    last = done;
    peak = Math.max(peak, memoryMegabytes(system.pid));
    await sleep(LOOK_EVERY_MS);
  }
  const seconds = (performance.now() - began) / 1000;
  const counts = await system.counts();
  printTable([
    ['', ''],
    ['accepted after, ms', Math.round(accepted)],
    ['all sent after, s', Math.round(seconds)],
    ['messages per second', Math.round(count / seconds)],
    ['memory before, MB', Math.round(before)],
    ['memory at its peak, MB', Math.round(peak)],
    ['sent, failed, skipped, total', `${job.sent}, ${job.failed}, ${job.skipped}, ${job.total}`],
    ['people reached, most messages to one', `${counts.people_reached}, ${counts.max_per_person}`],
  ]);
  process.stdout.write(`\npeak ÷ start ${(peak / before).toFixed(2)} (goal at most ${GOAL.toFixed(2)})\n`);
  const exact =
    job.sent === count && doneOf(job) === job.total && counts.people_reached === count && counts.max_per_person === 1;
  if (!exact) throw new Error('The account is not exact.');
}

const doneOf = ({ sent, failed, skipped }: Job): number => sent + failed + skipped;

/** Resident, as Linux tells it. */
function memoryMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
