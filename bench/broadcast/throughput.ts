import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../kit/cpu-time.ts';
import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median } from '../kit/rounds.ts';
import { type System, startSystem } from './system.ts';

const GOAL = 0.5;
const LOOK_EVERY_MS = 50;

type Measure = { rate: number; cpuMicroseconds: number };

/** From the request that starts it to the last recipient accounted for. */
async function broadcastRate(system: System, count: number): Promise<number> {
  const began = performance.now();
  const id = await system.broadcast();
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const { status, sent } = await system.job(id);
    if (status !== 'completed') continue;
    if (sent !== count) throw new Error(`${sent} of ${count} were sent.`);
    return count / ((performance.now() - began) / 1000);
  }
}

export async function runThroughput(rounds: number, count: number, nodeFlags: readonly string[]): Promise<void> {
  const system = await startSystem(count, nodeFlags);
  const withCpu = (pid: number, measure: () => Promise<number>) => async (): Promise<Measure> => {
    const before = cpuSeconds(pid);
    const rate = await measure();
    return { rate, cpuMicroseconds: ((cpuSeconds(pid) - before) / count) * 1e6 };
  };
  const contenders = {
    bare: withCpu(system.bare.pid, () => system.bare.post(count)),
    bellhop: withCpu(system.pid, () => broadcastRate(system, count)),
  };
  process.stdout.write(`\nThroughput: ${count} recipients, ${rounds} rounds, medians\n\n`);
  await alternateRounds(contenders, 1);
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
  printRatio(median(rates('bellhop')) / median(rates('bare')), GOAL);
}
