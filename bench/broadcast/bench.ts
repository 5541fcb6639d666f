/** Broadcasts: how fast, and how one of the largest size behaves. */
import { parseArgs } from 'node:util';
import { runLarge } from './large.ts';
import { runThroughput } from './throughput.ts';

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  /** In each round of the throughput part. */
  recipients: { type: 'string', default: '20000' },
  /** In the large one. */
  large: { type: 'string', default: '100000' },
  /** Some of: throughput, large. */
  only: { type: 'string', default: 'throughput,large' },
  /** A directory for CPU profiles of Bellhop and the bare loop. */
  profile: { type: 'string' },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const parts = new Set(values.only.split(','));
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  if (parts.has('throughput')) await runThroughput(Number(values.rounds), Number(values.recipients), profile);
  if (parts.has('large')) await runLarge(Number(values.large), profile);
}
