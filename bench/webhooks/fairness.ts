import { setTimeout as sleep } from 'node:timers/promises';
import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median, medianRatio } from '../kit/rounds.ts';
import { measureDeliveries, ratesOf } from './measure-deliveries.ts';
import { startReceiver } from './receivers.ts';
import { startSilentReceivers } from './silent-receivers.ts';
import { startSystem } from './system.ts';

const CASES = [
  { dead: 1, healthy: 199, goal: 0.95 },
  { dead: 100, healthy: 100, goal: 0.8 },
];
/** Attempts at a dead endpoint last 10 s; nothing of them may reach into the next round. */
const UNTIL_FORGOTTEN_MS = 12_000;

export async function runFairness(rounds: number, count: number, nodeFlags: readonly string[]): Promise<void> {
  const receiver = await startReceiver('socket');
  const system = await startSystem({ nodeFlags });
  const endpoints = await system.createEndpoints(receiver.urls(Math.max(...CASES.map(({ healthy }) => healthy))));
  for (const { dead, healthy, goal } of CASES) {
    const lanes = endpoints.slice(0, healthy).map(({ lane }) => lane);
    const silent = await startSilentReceivers(dead);
    const alone = () => measureDeliveries(system, receiver, { lanes, count });
    const beside = async () => {
      // New ones each time: what the worker has learned of slow endpoints must not help it.
      const dying = (await system.createEndpoints(silent)).map(({ lane }) => lane);
      const measure = await measureDeliveries(system, receiver, { lanes, count }, { lanes: dying, count });
      await system.sql.query('delete from webhook_delivery where lane = any($1) and finished_at is null', [dying]);
      await sleep(UNTIL_FORGOTTEN_MS);
      return measure;
    };
    process.stdout.write(
      `\nFairness: ${count} due to ${healthy} healthy endpoints, and ${count} to ${dead} that never answer; ${rounds} rounds, medians\n\n`,
    );
    await alone();
    const measures = await alternateRounds({ alone, beside }, rounds);
    const rates = { alone: ratesOf(measures.alone), beside: ratesOf(measures.beside) };
    printTable([
      ['healthy deliveries', 'per second'],
      ['without the dead', Math.round(median(rates.alone))],
      ['beside the dead', Math.round(median(rates.beside))],
    ]);
    printRatio(medianRatio(rates.beside, rates.alone), goal);
  }
}
