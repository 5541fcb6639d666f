import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median, medianRatio, WARM_UP_ROUNDS } from '../kit/rounds.ts';
import { type Measure, measureDeliveries, ratesOf } from './measure-deliveries.ts';
import { type ReceiverKind, startBareLoop, startReceiver } from './receivers.ts';
import { startSystem } from './system.ts';

const GOAL = 0.7;
const ENDPOINTS = 200;
const RECEIVERS = { http: "Node.js' own HTTP server", socket: 'bare sockets' } as const;

export async function runThroughput(rounds: number, count: number, nodeFlags: readonly string[]): Promise<void> {
  for (const kind of ['http', 'socket'] as const) await measureAgainst(kind, rounds, count, nodeFlags);
}

async function measureAgainst(
  kind: ReceiverKind,
  rounds: number,
  count: number,
  nodeFlags: readonly string[],
): Promise<void> {
  const receiver = await startReceiver(kind);
  const system = await startSystem({ nodeFlags });
  const endpoints = await system.createEndpoints(receiver.urls(ENDPOINTS));
  const lanes = endpoints.map(({ lane }) => lane);
  const bare = await startBareLoop(endpoints, receiver, nodeFlags);
  const contenders = {
    bare: () => bare.post(count),
    bellhop: () => measureDeliveries(system, receiver, { lanes, count }),
  };
  const title = `Throughput: ${count} deliveries to ${ENDPOINTS} endpoints on ${RECEIVERS[kind]}`;
  process.stdout.write(`\n${title}, ${rounds} rounds, medians\n\n`);
  await alternateRounds(contenders, WARM_UP_ROUNDS);
  const measures = await alternateRounds(contenders, rounds);

  // The least: what else the machine does can only add to it.
  const cpu = (all: Measure[], of: keyof Measure['cpu']) => Math.min(...all.map((measure) => measure.cpu[of]));
  const row = (label: string, all: Measure[]) => [
    label,
    ...[median(ratesOf(all)), Math.min(...ratesOf(all)), Math.max(...ratesOf(all))].map(Math.round),
    ...(['sender', 'receiver', 'database'] as const).map((of) => Math.round(cpu(all, of))),
  ];
  printTable([
    ['', 'per second', 'lowest', 'highest', 'CPU µs of the sender', 'the receiver', 'the database'],
    row('Bellhop, durable', measures.bellhop),
    row('bare loop', measures.bare),
  ]);
  printRatio(medianRatio(ratesOf(measures.bellhop), ratesOf(measures.bare)), GOAL);
}
