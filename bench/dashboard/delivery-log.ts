import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { onCleanUp } from '../kit/clean-up.ts';
import { printTable } from '../kit/print.ts';
import { alternateRounds, median } from '../kit/rounds.ts';
import { insertFinished } from '../webhooks/finished-deliveries.ts';
import { EVENT } from '../webhooks/payload.ts';
import { startSystem } from '../webhooks/system.ts';
import { captureListing, type Statement } from './capture-listing.ts';

const ENDPOINTS = 5;
const PAGE = 50;

/** The first page of one project's log, as the program asks for it, against one row by its key: same run, in turn. */
export async function runDeliveryLog(rows: number, rounds: number): Promise<void> {
  const { sql, url, createEndpoints } = await startSystem();
  // Nobody listens there; nothing is sent either, since all of it is finished.
  const urls = Array.from({ length: ENDPOINTS }, (_, n) => `http://127.0.0.1:9/${n}`);
  const endpoints = await createEndpoints(urls);
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('There is no endpoint.');
  await insertFinished(
    sql,
    endpoints.map(({ lane }) => lane),
    { from: 0, to: rows, total: rows },
  );
  await sql.query('vacuum analyze webhook_delivery');
  const projectId = (await sql.query('select project_id from webhook_endpoint where id = $1', [endpoint.id])).rows[0]
    .project_id;
  const listing = await captureListing(sql, projectId);
  onCleanUp(listing.close);

  const filters = {
    'no filter': {},
    'status=failed (none)': { state: 'failed' },
    'status=delivered': { state: 'delivered' },
    [`event=${EVENT}`]: { event: EVENT },
    'endpoint_id=…': { endpointId: endpoint.id },
  } as const;
  const statements: Record<string, Statement> = { 'one row by its key': await oneRow(sql) };
  for (const [name, filter] of Object.entries(filters)) statements[name] = await listing.statementOf(filter, PAGE);

  const contenders = Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [name, () => timeOf(() => sql.query(statement))]),
  );
  await alternateRounds(contenders, 20);
  const times = await alternateRounds(contenders, rounds);
  const least = median(times['one row by its key'] ?? []);
  process.stdout.write(
    `\nThe delivery log's first page of ${PAGE}, ${rows.toLocaleString('en')} deliveries of one project\n\n`,
  );
  printTable([
    ['', 'ms', 'ratio'],
    ...Object.entries(times).map(([name, ms]) => [name, median(ms).toFixed(2), (median(ms) / least).toFixed(1)]),
  ]);
  await printHttp(url, endpoint.apiKey);
  await printPlan(sql, statements['no filter']);
}

async function oneRow(sql: pg.Client): Promise<Statement> {
  const { rows } = await sql.query('select id from webhook_delivery limit 1 offset 12345');
  return { text: 'select * from webhook_delivery where id = $1', values: [rows[0].id] };
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Over the API, as the page asks: the log, and the chart of the overview, which has to count. */
async function printHttp(url: string, apiKey: string): Promise<void> {
  const ask = (path: string) => () =>
    timeOf(async () => {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
      await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    });
  const paths = ['/v1/webhooks/deliveries', '/v1/webhooks/stats?period=week', '/v1/webhooks/stats?period=month'];
  const times = await alternateRounds(Object.fromEntries(paths.map((path) => [path, ask(path)])), 7);
  process.stdout.write('\nOver HTTP\n\n');
  printTable([['', 'ms'], ...paths.map((path) => [path, median(times[path] ?? []).toFixed(1)])]);
}

/** A plan that reads the whole table would say so here. */
async function printPlan(sql: pg.Client, statement: Statement | undefined): Promise<void> {
  if (statement === undefined) throw new Error('There is no statement.');
  const { text, values } = statement;
  const { rows } = await sql.query(`explain (analyze, buffers, costs off, summary off) ${text}`, values);
  const plan = rows.map((row) => String(row['QUERY PLAN']));
  process.stdout.write(`\n${plan.join('\n')}\n`);
  if (plan.some((line) => /Seq Scan on webhook_delivery/.test(line))) throw new Error('The log is read as a whole.');
}
