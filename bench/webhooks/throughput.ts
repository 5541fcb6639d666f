import { cpuSeconds } from '../kit/cpu-time.ts';
import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median } from '../kit/rounds.ts';
import { measureDeliveries } from './measure-deliveries.ts';
import { startBareLoop, startReceiver } from './receivers.ts';
import { startSystem } from './system.ts';

const GOAL = 0.7;
const ENDPOINTS = 200;

type Measure = { rate: number; cpuMicroseconds: number };

export async function runThroughput(rounds: number, count: number, nodeFlags: readonly string[]): Promise<void> {
  const receiver = await startReceiver();
  const system = await startSystem({ nodeFlags });
  const endpoints = await system.createEndpoints(receiver.urls(ENDPOINTS));
  const lanes = endpoints.map(({ lane }) => lane);
  const bare = await startBareLoop(endpoints, nodeFlags);
  const withCpu = (pid: number, measure: () => Promise<number>) => async (): Promise<Measure> => {
    const before = cpuSeconds(pid);
    const rate = await measure();
    return { rate, cpuMicroseconds: ((cpuSeconds(pid) - before) / count) * 1e6 };
  };
  const contenders = {
    bare: withCpu(bare.pid, () => bare.post(count)),
    bellhop: withCpu(system.pid, () => measureDeliveries(system, receiver.countReceived, { lanes, count })),
  };
  process.stdout.write(`\nThroughput: ${count} deliveries to ${ENDPOINTS} endpoints, ${rounds} rounds, medians\n\n`);
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
    row('Bellhop, durable', 'bellhop'),
    row('bare loop', 'bare'),
  ]);
  printRatio(median(rates('bellhop')) / median(rates('bare')), GOAL);
}
