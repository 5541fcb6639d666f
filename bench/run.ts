/** `npm run bench -- <name> [options]`: runs bench/<name>/bench.ts, which prints its ratio against its goal. */
import { existsSync, readdirSync } from 'node:fs';
import { cleanUp } from './kit/clean-up.ts';

type Benchmark = { run: (args: string[]) => Promise<void> };

const names = readdirSync(import.meta.dirname).filter((name) => existsSync(`${import.meta.dirname}/${name}/bench.ts`));
const [name = '', ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  process.stderr.write(`Usage: npm run bench -- <name> [options]\nThe benchmarks: ${names.join(', ')}\n`);
  process.exit(2);
}
try {
  const benchmark = (await import(`./${name}/bench.ts`)) as Benchmark;
  await benchmark.run(args);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
