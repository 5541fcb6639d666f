/** Logins started, polled and verified per second against bare statements; and how soon a tap reaches a long poll. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureLoad } from '../kit/measure-load.ts';
import { percentile } from '../kit/percentile.ts';
import { printTable } from '../kit/print.ts';
import { median } from '../kit/rounds.ts';
import { startBellhop } from '../kit/start-bellhop.ts';
import { startProgram } from '../kit/start-program.ts';
import { compare } from './compare.ts';
import { measureLongPolls } from './long-poll.ts';
import { phoneAt } from './phone.ts';
import { seedLogins } from './seed-logins.ts';

const GOAL = 0.6;
/** Bellhop's own; both programs get as many connections to the database. */
const POOL_SIZE = 20;
const SESSIONS = 1_000;
const UNLIMITED = 1_000_000_000;
const bare = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  connections: { type: 'string', default: '32' },
  /** Verified in each round. */
  codes: { type: 'string', default: '5000' },
  /** Long polls that wait meanwhile; logins that are confirmed, and how many of them at a time. */
  waiting: { type: 'string', default: '200' },
  logins: { type: 'string', default: '300' },
  'at-once': { type: 'string', default: '4' },
  /** Some of: create, poll, verify, long-poll. */
  only: { type: 'string', default: 'create,poll,verify,long-poll' },
  /** The yardstick prepares its statements too. */
  prepared: { type: 'boolean', default: false },
  /** A directory for a CPU profile of Bellhop. */
  profile: { type: 'string' },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const number = (name: 'rounds' | 'seconds' | 'connections' | 'codes' | 'waiting' | 'logins' | 'at-once') =>
    Number(values[name]);
  const parts = new Set(values.only.split(','));
  const [rounds, seconds, connections, codes] = [
    number('rounds'),
    number('seconds'),
    number('connections'),
    number('codes'),
  ];
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];

  // On any free port: the links say where the sandbox is.
  const bellhop = await startBellhop({ SANDBOX: 'on', SANDBOX_PORT: '0' }, profile);
  const limits = { requests_per_minute: UNLIMITED, auth_sessions_per_hour: UNLIMITED };
  const project = await bellhop.createProject({ name: 'Bench', slug: 'bench', plan: 'unlimited', limits });
  const other = await bellhop.createProject({ name: 'Bare', slug: 'bare', plan: 'unlimited', limits });
  // Every round, the one to warm up included, and the few that a load asks for and does not send.
  const counts = { sessions: SESSIONS, codes: (rounds + 1) * (codes + 2 * connections) };
  const seeds = {
    bellhop: await seedLogins(bellhop.database, project.project_id, counts),
    bare: await seedLogins(bellhop.database, other.project_id, counts),
  };
  const { host, user, database } = bellhop.database;
  const settings = { PGHOST: host, PGUSER: user, PGDATABASE: database, POOL_SIZE: String(POOL_SIZE) };
  const prepared = { PREPARED: values.prepared ? '1' : '0' };
  const yardstick = await startProgram(bare, { ...settings, ...prepared, PROJECT_ID: other.project_id }, '/ready');

  const json = { 'content-type': 'application/json' };
  const withKey = { authorization: `Bearer ${project.api_key}` };
  const sides = {
    bellhop: { url: `${bellhop.url}/v1/auth`, headers: withKey, seed: seeds.bellhop },
    bare: { url: yardstick.url, headers: {}, seed: seeds.bare },
  };
  type Side = keyof typeof sides;
  const both = <T>(measure: (side: Side) => T) => ({ bellhop: () => measure('bellhop'), bare: () => measure('bare') });

  process.stdout.write(
    `${connections} connections, ${rounds} rounds, medians; ${seconds} s or ${codes} codes a round\n`,
  );

  const create = (side: Side, path: string) =>
    measureLoad({
      url: sides[side].url + path,
      method: 'POST',
      headers: { ...sides[side].headers, ...json },
      next: () => ({ body: '{"state":"bench"}' }),
      connections,
      seconds,
    });
  if (parts.has('create')) {
    const started = both((side) => create(side, '/session'));
    await compare('Sessions created, against the same statements', started, rounds, GOAL);
    const insert = { ...started, bare: () => create('bare', '/session/insert') };
    await compare('Sessions created, against one insert and nothing else', insert, rounds);
  }

  if (parts.has('poll')) {
    let turn = 0;
    const polled = both((side) => {
      const { url, headers, seed } = sides[side];
      const path = () =>
        `${new URL(url).pathname.replace(/\/$/, '')}/session/${seed.sessions}${1 + (turn++ % SESSIONS)}/status`;
      return measureLoad({ url, headers, next: () => ({ path: path() }), connections, seconds });
    });
    await compare('Sessions polled, without waiting', polled, rounds, GOAL);
  }

  if (parts.has('verify')) {
    const used = { bellhop: 0, bare: 0 };
    const verified = both((side) => {
      const { url, headers, seed } = sides[side];
      const next = () => ({ body: JSON.stringify({ code: `${seed.codes}${++used[side]}` }) });
      const load = { url: `${url}/verify`, method: 'POST', headers: { ...headers, ...json } } as const;
      return measureLoad({ ...load, next, connections, amount: codes });
    });
    await compare('Codes verified', verified, rounds, GOAL);
  }

  if (parts.has('long-poll')) await runLongPolls(bellhop.url, withKey, number);
}

async function runLongPolls(
  url: string,
  headers: Record<string, string>,
  number: (name: 'waiting' | 'logins' | 'at-once') => number,
): Promise<void> {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const sent =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, ...sent });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { telegram_link } = await call<{ telegram_link: string }>('GET', '/v1/auth/link');
  const wish = { waiting: number('waiting'), logins: number('logins'), atOnce: number('at-once') };
  const delays = await measureLongPolls(call, phoneAt(new URL(telegram_link).origin), wish);
  const row = (label: string, times: number[]) => [
    label,
    ...[median(times), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(1)),
  ];
  process.stdout.write(
    `\nFrom the tap on Yes, in ms: ${wish.logins} logins, ${wish.atOnce} at a time, ${wish.waiting} others waiting\n`,
  );
  printTable([
    ['', 'median', '99 %', 'longest'],
    row(
      'to the answer of the long poll',
      delays.map(({ toPoll }) => toPoll),
    ),
    row(
      "to the bot's answer in the chat",
      delays.map(({ toChat }) => toChat),
    ),
    row(
      'the poll after the chat',
      delays.map(({ toPoll, toChat }) => Math.max(0, toPoll - toChat)),
    ),
  ]);
}
