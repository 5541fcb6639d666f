/** /v1/subscribers.csv: a file that is right in every cell, and streamed. */
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { countStatements } from '#test/statements.ts';
import { somebodyNew } from '../login/login.fixture.ts';
import type { Subscriber } from './index.ts';
import { csvCell, csvPieces } from './subscriber-csv.ts';
import { type Project, startSubscribersKit } from './subscribers.fixture.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const kit = await startSubscribersKit();
const createProject = (fields: Record<string, unknown> = {}) => kit.createProject({ plan: 'basic', ...fields });
const HEADINGS =
  'subscriber_id,channel,external_id,first_name,username,lang,permissions,tags,active,blocked,created_at\r\n';

/** Two kilobytes each, so that a file of them is larger than what may be held of it. */
async function fill(project: Project, count: number): Promise<void> {
  await kit.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, active, created_at)
     select gen_random_uuid(), $1, 'telegram', $2 || n, repeat('x', 2000), 'en', true, now()
     from generate_series(1, $3::int) n`,
    [project.projectId, project.slug, count],
  );
}

test('the file has a line of headings and one per subscriber, newest first, by the filters of the list', async () => {
  const project = await createProject({ slug: 'the-shop' });
  for (const name of ['vip', 'new']) await project.call('POST', '/v1/tags', { body: { name } });
  for (const name of ['news', 'offers']) await project.call('POST', '/v1/permissions', { body: { name } });
  const anna = await kit.subscribed(project, { ...somebodyNew('ru', 'Анна "А", К.'), username: 'anna_k' });
  const boris = await kit.subscribed(project, somebodyNew('en', '=cmd|calc'), 'max');
  const change = { external_id: '-5', tags: ['vip', 'new'] };
  await project.call('PATCH', `/v1/subscribers/${anna.subscriber_id}`, { body: change });
  const answer = await project.call('GET', '/v1/subscribers.csv');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="the-shop-subscribers.csv"');
  const annas = `${anna.subscriber_id},telegram,'-5,"Анна ""А"", К.",anna_k,ru,news;offers,vip;new,true,false,${anna.created_at}\r\n`;
  const boriss = `${boris.subscriber_id},max,,'=cmd|calc,,en,news;offers,,true,false,${boris.created_at}\r\n`;
  expect(answer.text).toBe(HEADINGS + boriss + annas);
  const filtered = async (query: string) => (await project.call('GET', `/v1/subscribers.csv?${query}`)).text;
  expect(await filtered('channel=max')).toBe(HEADINGS + boriss);
  expect(await filtered('tag=vip&active=true&external_id=-5&q=АННА')).toBe(HEADINGS + annas);
  expect(await filtered('active=false')).toBe(HEADINGS);
  const exports = (await kit.audit(project)).filter(({ action }) => action === 'subscribers.exported');
  expect(exports.map(({ detail }) => detail)).toEqual([
    {},
    { channel: 'max' },
    { tag: 'vip', active: true, external_id: '-5', q: 'АННА' },
    { active: false },
  ]);
});

test.each([
  ['', ''],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['=1+1', "'=1+1"],
  ['+7', "'+7"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['=a,"b"', `"'=a,""b"""`],
  ['a=b', 'a=b'],
  [' =a', ' =a'],
])('the cell of %j is %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('the export comes with the Basic plan; refusals are the envelope, before the first byte', async () => {
  const free = await createProject({ plan: 'free' });
  for (const query of ['', '?channel=icq']) {
    const answer = await free.call('GET', `/v1/subscribers.csv${query}`);
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  }
  expect((await kit.audit(free)).some(({ action }) => action === 'subscribers.exported')).toBe(false);
  for (const plan of ['basic', 'unlimited']) {
    const project = await createProject({ plan });
    expect((await project.call('GET', '/v1/subscribers.csv')).text).toBe(HEADINGS);
    for (const [query, code] of [
      ['channel=icq', 'validation_failed'],
      ['external_id=', 'invalid_external_id'],
    ]) {
      const answer = await project.call('GET', `/v1/subscribers.csv?${query}`);
      expect([answer.status, answer.json.code]).toEqual([400, code]);
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
    expect((await project.call('POST', '/v1/subscribers.csv')).status).toBe(405);
  }
  expect((await kit.app.call('GET', '/v1/subscribers.csv')).status).toBe(401);
});

test('50,000 subscribers, 100 MB: each is there once, and the memory stays flat while they are sent', async () => {
  const project = await createProject();
  await fill(project, 50_000);
  const before = used();
  const response = await open(project);
  const ids = new Set<string>();
  let [lines, rest, looked, peak] = [0, '', 0, 0];
  for await (const chunk of response.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\r\n');
    rest = parts.pop() ?? '';
    lines += parts.length;
    for (const part of parts) ids.add(part.slice(0, 26));
    if (lines - looked < 5_000) continue;
    looked = lines;
    peak = Math.max(peak, used() - before);
  }
  expect([lines, ids.size, rest]).toEqual([50_001, 50_001, '']);
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(40 * 1024 * 1024);
});

test('pieces are read one ahead of what was taken, and not at all once nobody takes any', async () => {
  const row = (id: string) => ({ ...SOMEBODY, id });
  const reads: string[] = [];
  const pieces = csvPieces([row(ID(1)), row(ID(2))], 2, async (before) => {
    reads.push(before);
    return [row(ID(reads.length * 2 + 1)), row(ID(reads.length * 2 + 2))];
  });
  await pieces.next();
  await pieces.next();
  expect(reads).toEqual([]);
  await pieces.next();
  expect(reads).toEqual([ID(2)]);
  await pieces.return(undefined);
  expect((await pieces.next()).done).toBe(true);
  expect(reads).toEqual([ID(2)]);
});

test('a client that goes away stops the reading of the database', async () => {
  const project = await createProject();
  await fill(project, 30_000);
  const statements = countStatements(kit.database.pool, 'from subscriber');
  const closed = new Promise<void>((tell) => {
    kit.app.http.server.once('request', (_request, answer: ServerResponse) => answer.once('close', tell));
  });
  const response = await open(project);
  response.destroy();
  await closed;
  const read = statements.count();
  // A whole one takes its time, in which nothing more is read for the one that was left.
  await project.call('GET', '/v1/subscribers.csv');
  statements.stop();
  const ofWhole = statements.count() - read;
  expect(read).toBeLessThan(20);
  expect(ofWhole).toBeGreaterThan(30);
  expect(ofWhole).toBeLessThan(40);
});

const SOMEBODY: Omit<Subscriber, 'id'> = {
  ...{ projectId: '', channel: 'telegram', personId: '1', externalId: null, firstName: 'A', username: null },
  ...{ lang: 'en', permissions: [], tags: [], active: true, blocked: false, createdAt: new Date(0) },
};
const ID = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function open(project: Project) {
  const started = request(`${kit.app.url}/v1/subscribers.csv`, {
    headers: { authorization: `Bearer ${project.apiKey}` },
  });
  started.end();
  const [response] = (await once(started, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** What is held, without what waits to be collected. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
