/** What a browser loads for the dashboard, and how its delivery log fares with a million deliveries. */
import { parseArgs } from 'node:util';
import { runDeliveryLog } from './delivery-log.ts';
import { printSizes } from './sizes.ts';

const OPTIONS = {
  rows: { type: 'string', default: '1000000' },
  rounds: { type: 'string', default: '200' },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  await printSizes();
  await runDeliveryLog(Number(values.rows), Number(values.rounds));
}
