import type { LoadResult } from '../kit/measure-load.ts';
import { printTable } from '../kit/print.ts';
import { alternateRounds, median } from '../kit/rounds.ts';

export type Contenders = Record<'bellhop' | 'bare', () => Promise<LoadResult>>;

/** Alternating rounds after one to warm up; prints the medians and the ratio. */
export async function compare(title: string, contenders: Contenders, rounds: number, goal?: number): Promise<number> {
  await contenders.bare();
  await contenders.bellhop();
  const ratios: number[] = [];
  const results = await alternateRounds(contenders, rounds, (_round, { bellhop, bare }) => {
    ratios.push(bellhop.requestsPerSecond / bare.requestsPerSecond);
  });
  const middle = (name: keyof Contenders, of: keyof LoadResult) => median(results[name].map((result) => result[of]));
  const row = (label: string, name: keyof Contenders) => [
    label,
    Math.round(middle(name, 'requestsPerSecond')),
    middle(name, 'p50'),
    middle(name, 'p99'),
  ];
  const ratio = middle('bellhop', 'requestsPerSecond') / middle('bare', 'requestsPerSecond');
  process.stdout.write(`\n${title}\n`);
  printTable([['', 'requests/s', 'p50 ms', 'p99 ms'], row('Bellhop', 'bellhop'), row('bare Fastify + pg', 'bare')]);
  const span = `rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const aim = goal === undefined ? 'for comparison' : `goal ${goal.toFixed(2)}`;
  process.stdout.write(`ratio ${ratio.toFixed(2)} (${aim}; ${span})\n`);
  return ratio;
}
