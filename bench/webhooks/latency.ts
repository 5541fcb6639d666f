import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onCleanUp } from '../kit/clean-up.ts';
import { percentile } from '../kit/percentile.ts';
import { printTable } from '../kit/print.ts';
import { median } from '../kit/rounds.ts';
import { writeHistogram } from '../kit/svg-histogram.ts';
import { EVENT } from './payload.ts';
import { type Endpoint, type System, startSystem } from './system.ts';

const WARM_UP = 50;
/** Idle in between, and never in step with what the worker does every second. */
const PAUSE_MS = [20, 60] as const;

type Delay = { fromCommit: number; fromRequest: number };

/** Commit to receipt on an idle system: the time of the commit is the one that PostgreSQL has noted. */
export async function runLatency(events: number, chart: URL | undefined): Promise<void> {
  const arrivals = await startTimedReceiver();
  const system = await startSystem({ postgres: { track_commit_timestamp: 'on' } });
  const [endpoint] = await system.createEndpoints([arrivals.url]);
  if (endpoint === undefined) throw new Error('There is no endpoint.');
  const delays: Delay[] = [];
  for (let n = 0; n < WARM_UP + events; n += 1) {
    const delay = await timeOne(system, endpoint, arrivals.of);
    if (n >= WARM_UP) delays.push(delay);
    await sleep(PAUSE_MS[0] + Math.random() * (PAUSE_MS[1] - PAUSE_MS[0]));
  }
  const row = (label: string, times: number[]) => [
    label,
    ...[median(times), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(1)),
  ];
  const fromCommit = delays.map((delay) => delay.fromCommit);
  process.stdout.write(`\nLatency: ${events} events on an idle system, ms to the receipt\n\n`);
  printTable([
    ['', 'median', '99 %', 'longest'],
    row('from the commit', fromCommit),
    row(
      'from the request that caused it',
      delays.map(({ fromRequest }) => fromRequest),
    ),
  ]);
  if (chart === undefined) return;
  await writeHistogram(chart, {
    title: 'From commit to receipt, idle system',
    xTitle: `milliseconds, ${events} events`,
    values: fromCommit,
    marks: [
      { label: 'median', at: median(fromCommit) },
      { label: '99 %', at: percentile(fromCommit, 0.99) },
    ],
  });
}

async function timeOne(system: System, endpoint: Endpoint, arrivalOf: (id: string) => Promise<number>): Promise<Delay> {
  const sentAt = now();
  const response = await fetch(`${system.url}/v1/webhooks/${endpoint.id}/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${endpoint.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event: EVENT }),
  });
  if (response.status !== 202) throw new Error(`No test event: ${response.status} ${await response.text()}`);
  const { delivery_id } = (await response.json()) as { delivery_id: string };
  const arrivedAt = await arrivalOf(delivery_id);
  // The event's row is the one that nothing changes later.
  const { rows } = await system.sql.query<{ at: number }>(
    `select extract(epoch from pg_xact_commit_timestamp(v.xmin))::float8 * 1000 as at
     from webhook_delivery d join webhook_event v on v.id = d.event_id where d.id = $1`,
    [delivery_id],
  );
  if (rows[0] === undefined) throw new Error(`The delivery ${delivery_id} is not in the table.`);
  return { fromCommit: arrivedAt - rows[0].at, fromRequest: arrivedAt - sentAt };
}

/** In this process: its clock is the one that the times are compared by. */
async function startTimedReceiver(): Promise<{ url: string; of: (id: string) => Promise<number> }> {
  const arrived = new Map<string, PromiseWithResolvers<number>>();
  const of = (id: string) => {
    const arrival = arrived.get(id) ?? Promise.withResolvers<number>();
    arrived.set(id, arrival);
    return arrival;
  };
  const server = createServer((request, response) => {
    const at = now();
    of(String(request.headers['x-service-delivery-id'])).resolve(at);
    request.resume();
    response.end('ok');
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 60_000;
  await once(server, 'listening');
  onCleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    of: (id) => of(id).promise,
  };
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
