/** Webhook deliveries: how many, how fair, how the log's growth slows them, how soon. */
import { parseArgs } from 'node:util';
import { runFairness } from './fairness.ts';
import { runGrowth } from './growth.ts';
import { runLatency } from './latency.ts';
import { runThroughput } from './throughput.ts';

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  /** Due deliveries in each round. */
  deliveries: { type: 'string', default: '20000' },
  /** Finished ones in the table, at the end of its growth. */
  rows: { type: 'string', default: '5000000' },
  /** Timed one by one. */
  events: { type: 'string', default: '300' },
  /** Some of: throughput, fairness, growth, latency. */
  only: { type: 'string', default: 'throughput,fairness,growth,latency' },
  /** Draw growth and latency into docs/. */
  charts: { type: 'boolean', default: false },
  /** A directory for CPU profiles of Bellhop and the bare loop. */
  profile: { type: 'string' },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const [rounds, count, rows, events] = [values.rounds, values.deliveries, values.rows, values.events].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const parts = new Set(values.only.split(','));
  const chart = (name: string) =>
    values.charts ? new URL(`../../docs/bench-webhooks-${name}.svg`, import.meta.url) : undefined;
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  if (parts.has('throughput')) await runThroughput(rounds, count, profile);
  if (parts.has('fairness')) await runFairness(rounds, count, profile);
  if (parts.has('latency')) await runLatency(events, chart('latency'));
  if (parts.has('growth')) await runGrowth(rounds, count, rows, chart('growth'));
}
