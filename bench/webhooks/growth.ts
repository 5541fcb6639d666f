import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median, medianRatio } from '../kit/rounds.ts';
import { writeLineChart } from '../kit/svg-line-chart.ts';
import { removeBatch } from './due-deliveries.ts';
import { insertFinished } from './finished-deliveries.ts';
import { measureDeliveries, ratesOf } from './measure-deliveries.ts';
import { startReceiver } from './receivers.ts';
import { startSystem } from './system.ts';

const GOAL = 0.9;
const ENDPOINTS = 200;
const FEW = 10_000;
const STEPS = 5;

type Point = { rows: number; small: number; large: number; ratio: number };

/**
 * Two systems, one that grows and one that stays small: in turn, so that the machine treats both alike. What a round has
 * delivered is removed after it, so that the sizes stay as they are said.
 */
export async function runGrowth(rounds: number, count: number, most: number, chart: URL | undefined): Promise<void> {
  const receiver = await startReceiver('socket');
  const open = async () => {
    const system = await startSystem();
    const lanes = (await system.createEndpoints(receiver.urls(ENDPOINTS))).map(({ lane }) => lane);
    await insertFinished(system.sql, lanes, { from: 0, to: FEW, total: most });
    return {
      grow: (from: number, to: number) => insertFinished(system.sql, lanes, { from, to, total: most }),
      async measure() {
        const measure = await measureDeliveries(system, receiver, { lanes, count });
        await removeBatch(system.sql, measure.batch);
        return measure;
      },
    };
  };
  const [small, large] = [await open(), await open()];
  process.stdout.write(
    `\nGrowth: ${count} deliveries to ${ENDPOINTS} endpoints, ${rounds} rounds at each size, medians\n\n`,
  );
  await alternateRounds({ small: small.measure, large: large.measure }, 1);

  const points: Point[] = [];
  let rows = FEW;
  for (let step = 0; step <= STEPS; step += 1) {
    const wanted = Math.max(rows, Math.round((most * step) / STEPS));
    await large.grow(rows, wanted);
    rows = wanted;
    const measures = await alternateRounds({ small: small.measure, large: large.measure }, rounds);
    const [fewer, more] = [ratesOf(measures.small), ratesOf(measures.large)];
    points.push({ rows, small: median(fewer), large: median(more), ratio: medianRatio(more, fewer) });
  }
  printTable([
    ['finished rows', 'per second', `with ${FEW.toLocaleString('en')}`, 'ratio'],
    ...points.map((point) => [
      point.rows.toLocaleString('en'),
      Math.round(point.large),
      Math.round(point.small),
      point.ratio.toFixed(2),
    ]),
  ]);
  const last = points.at(-1);
  if (last === undefined) throw new Error('Nothing was measured.');
  printRatio(last.ratio, GOAL);
  if (chart === undefined) return;
  await writeLineChart(chart, {
    title: 'Webhook deliveries per second as the log grows',
    xTitle: 'finished deliveries in the table, millions',
    lines: [
      {
        label: `a table of ${FEW.toLocaleString('en')}, same minutes`,
        points: points.map(({ rows, small }) => [rows / 1e6, small]),
      },
      { label: 'the growing table', points: points.map(({ rows, large }) => [rows / 1e6, large]) },
    ],
  });
}
