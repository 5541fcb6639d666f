/** Requests per second of an authenticated, rate-limited read, against the least that could answer it. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureLoad } from '../kit/measure-load.ts';
import { printRatio, printTable } from '../kit/print.ts';
import { alternateRounds, median } from '../kit/rounds.ts';
import { startBellhop } from '../kit/start-bellhop.ts';
import { startProgram } from '../kit/start-program.ts';

const GOAL = 0.6;
/** Bellhop's own; both programs get as many connections to the database. */
const POOL_SIZE = 20;
const WARM_UP_SECONDS = 3;
const bare = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  connections: { type: 'string', default: '32' },
  /** A directory for a CPU profile of Bellhop. */
  profile: { type: 'string' },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number) as [
    number,
    number,
    number,
  ];
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];

  const bellhop = await startBellhop({}, profile);
  const project = await bellhop.createProject({
    name: 'Bench',
    slug: 'bench',
    limits: { requests_per_minute: 1_000_000_000 },
  });
  const { host, user, database } = bellhop.database;
  const yardstick = await startProgram(
    bare,
    { PGHOST: host, PGUSER: user, PGDATABASE: database, POOL_SIZE: String(POOL_SIZE), PROJECT_ID: project.project_id },
    '/project',
  );

  const headers = { authorization: `Bearer ${project.api_key}` };
  const loads = {
    bare: (duration: number) => measureLoad({ url: `${yardstick.url}/project`, connections, seconds: duration }),
    bellhop: (duration: number) =>
      measureLoad({ url: `${bellhop.url}/v1/project`, headers, connections, seconds: duration }),
  };
  process.stdout.write(
    `GET /v1/project, ${connections} connections, ${rounds} rounds of ${seconds} s each, medians\n\n`,
  );
  await loads.bare(WARM_UP_SECONDS);
  await loads.bellhop(WARM_UP_SECONDS);
  const results = await alternateRounds(
    { bare: () => loads.bare(seconds), bellhop: () => loads.bellhop(seconds) },
    rounds,
  );

  const rate = (name: keyof typeof results) => median(results[name].map((result) => result.requestsPerSecond));
  const row = (label: string, name: keyof typeof results) => [
    label,
    Math.round(rate(name)),
    median(results[name].map((result) => result.p50)),
    median(results[name].map((result) => result.p99)),
  ];
  printTable([['', 'requests/s', 'p50 ms', 'p99 ms'], row('Bellhop', 'bellhop'), row('bare Fastify + pg', 'bare')]);
  printRatio(rate('bellhop') / rate('bare'), GOAL);
}
