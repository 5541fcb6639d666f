import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../kit/cpu-time.ts';
import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median, medianRatio, WARM_UP_ROUNDS } from '../kit/rounds.ts';
import { type System, startSystem } from './system.ts';

const GOAL = 0.5;
/** Seldom: to look takes time from what is measured, and the end is known by the broadcast's own clock. */
const LOOK_EVERY_MS = 250;

/** Messages per second; of Bellhop's own also with the time in which the audience was fixed. */
type Rate = { rate: number; withAudience?: number };
type Measure = Rate & { cpuMicroseconds: number };

/** From the answer that it was accepted to the last recipient accounted for. */
async function broadcastRate(system: System, count: number): Promise<Rate> {
  const asked = Date.now();
  const id = await system.broadcast();
  const accepted = Date.now();
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const { sent, finished_at } = await system.job(id);
    if (finished_at === null) continue;
    if (sent !== count) throw new Error(`${sent} of ${count} were sent.`);
    const rateSince = (began: number) => count / ((Date.parse(finished_at) - began) / 1000);
    return { rate: rateSince(accepted), withAudience: rateSince(asked) };
  }
}

export async function runThroughput(rounds: number, count: number, nodeFlags: readonly string[]): Promise<void> {
  const system = await startSystem(count, nodeFlags);
  const withCpu = (pid: number, measure: () => Promise<Rate>) => async (): Promise<Measure> => {
    const before = cpuSeconds(pid);
    const measured = await measure();
    return { ...measured, cpuMicroseconds: ((cpuSeconds(pid) - before) / count) * 1e6 };
  };
  const contenders = {
    bare: withCpu(system.bare.pid, async () => ({ rate: await system.bare.post(count) })),
    bellhop: withCpu(system.pid, () => broadcastRate(system, count)),
  };
  process.stdout.write(`\nThroughput: ${count} recipients, ${rounds} rounds, medians\n\n`);
  await alternateRounds(contenders, WARM_UP_ROUNDS);
  const measures = await alternateRounds(contenders, rounds);
  const rates = (name: keyof typeof measures) => measures[name].map(({ rate }) => rate);
  const row = (label: string, name: keyof typeof measures) => [
    label,
    ...[median(rates(name)), Math.min(...rates(name)), Math.max(...rates(name))].map(Math.round),
    Math.round(median(measures[name].map(({ cpuMicroseconds }) => cpuMicroseconds))),
  ];
  printTable([
    ['', 'per second', 'lowest', 'highest', 'CPU µs of the process'],
    row('Bellhop: lane, ledger, events', 'bellhop'),
    row('bare loop', 'bare'),
  ]);
  const whole = median(measures.bellhop.map(({ rate, withAudience }) => withAudience ?? rate));
  process.stdout.write(`\nwith the fixing of the audience: ${Math.round(whole).toLocaleString('en')} per second\n`);
  printRatio(medianRatio(rates('bellhop'), rates('bare')), GOAL);
}
