import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTemplatesApp } from './templates.fixture.ts';

const app = await startTemplatesApp();
const createProject = () => app.createProject({ limits: { requests_per_minute: 1_000_000 } });
type Project = Awaited<ReturnType<typeof createProject>>;
const create = (project: Project, body: unknown) => project.call('POST', '/v1/templates', { body });
const plain = (key: string, text = 'Hi') => ({ key, texts: { fallback: text } });

test('a template is kept as it was written, and says which variables it uses', async () => {
  const project = await createProject();
  const texts = { ru: 'Привет, {{first_name}} 👋 **{{ order }}**', en: 'Hi {{name}} {{order}}' };
  const { status, json } = await create(project, { key: 'Order.paid-1_x', texts, format: 'markdown' });
  expect(status).toBe(201);
  expect(json).toEqual({
    key: 'Order.paid-1_x',
    format: 'markdown',
    texts: { ...texts, fallback: null },
    variables: ['first_name', 'order', 'name'],
    created_at: '2026-11-14T09:30:00.000+00:00',
    updated_at: '2026-11-14T09:30:00.000+00:00',
  });
  expect((await project.call('GET', '/v1/templates/Order.paid-1_x')).json).toEqual(json);
  expect((await project.call('GET', '/v1/templates')).json).toEqual({ templates: [json], next_cursor: null });
  expect((await create(project, plain('b'))).json).toMatchObject({ format: 'plain', variables: [] });
});

test('only what is sent changes; null takes a text away, but not the last one', async () => {
  const project = await createProject();
  await create(project, { key: 'a', texts: { ru: 'Р', en: 'E' } });
  app.clock.advance(5);
  const patch = (body: unknown) => project.call('PATCH', '/v1/templates/a', { body });
  expect((await patch({})).json).toMatchObject({
    texts: { ru: 'Р', en: 'E' },
    updated_at: expect.stringContaining(':00.000'),
  });
  const changed = await patch({ texts: { en: null, fallback: '{{x}}' } });
  expect(changed.json).toMatchObject({ texts: { ru: 'Р', en: null, fallback: '{{x}}' }, variables: ['x'] });
  expect(changed.json.updated_at).not.toBe(changed.json.created_at);
  expect((await patch({ texts: { ru: null, fallback: null } })).json).toMatchObject({
    code: 'validation_failed',
    error: '`texts` needs at least one of ru, en and fallback.',
  });
  expect((await patch({ texts: { fallback: null } })).json).toMatchObject({ texts: { ru: 'Р', fallback: null } });
  expect((await patch({ texts: { ru: '<b>open' } })).status).toBe(200);
  expect((await patch({ format: 'html' })).json.error).toContain('`texts.ru` is not valid html');
  expect((await patch({ format: 'html', texts: { ru: '<b>x</b>' } })).json).toMatchObject({ format: 'html' });
});

test('a deleted template is gone, and its key free', async () => {
  const project = await createProject();
  await create(project, plain('a'));
  expect((await project.call('DELETE', '/v1/templates/a')).status).toBe(204);
  for (const method of ['GET', 'DELETE', 'PATCH']) {
    const answer = await project.call(method, '/v1/templates/a', method === 'PATCH' ? { body: {} } : {});
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  }
  expect((await create(project, plain('a'))).status).toBe(201);
});

test.each<[unknown, string]>([
  [{}, '`key` is required.'],
  [{ key: 'a' }, '`texts` is required.'],
  [{ key: 5, texts: { en: 'x' } }, '`key` must be a string.'],
  ...['', 'a b', 'ключ', 'a/b', '.', '..', 'x'.repeat(65)].map((key): [unknown, string] => [
    plain(key),
    '`key` must have',
  ]),
  [{ key: 'a', texts: {} }, '`texts` needs at least one'],
  [{ key: 'a', texts: { ru: null } }, '`texts` needs at least one'],
  [{ key: 'a', texts: { de: 'x' } }, '`texts` needs at least one'],
  [{ key: 'a', texts: { ru: '' } }, '`texts.ru` must not be empty'],
  [{ key: 'a', texts: { en: ' \n\t' } }, '`texts.en` must not be empty'],
  [{ key: 'a', texts: { en: 5 } }, '`texts.en`'],
  [{ key: 'a', texts: { en: 'x'.repeat(4001) } }, '`texts.en` has 4001 characters'],
  [{ key: 'a', texts: { en: '😀'.repeat(2001) } }, '`texts.en` has 4002 characters'],
  [{ key: 'a', texts: { en: 'ok', fallback: '<b>{{x}}' }, format: 'html' }, '`texts.fallback` is not valid html'],
  [{ key: 'a', texts: { en: '[x](ftp://a)' }, format: 'markdown' }, '`texts.en` is not valid markdown'],
  [{ key: 'a', texts: { en: 'x' }, format: 'bbcode' }, '`format` must be one of plain, markdown, html'],
])('what is wrong is named: %j', async (body, error) => {
  const answer = await create(await createProject(), body);
  expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
  expect(answer.json.error).toContain(error);
});

test('the longest key and text that are allowed are taken', async () => {
  const project = await createProject();
  expect((await create(project, plain('k'.repeat(64), '😀'.repeat(2000)))).status).toBe(201);
  expect((await project.call('GET', `/v1/templates/${'k'.repeat(64)}`)).json.texts.fallback).toHaveLength(4000);
  expect((await create(project, plain('...', 'x'.repeat(4000)))).status).toBe(201);
});

test('of many that are created together a project gets exactly 100, and a key goes to one', async () => {
  const project = await createProject();
  const rivals = await Promise.all(Array.from({ length: 5 }, () => create(project, plain('same'))));
  expect(rivals.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  const answers = await Promise.all(Array.from({ length: 105 }, (_, n) => create(project, plain(`t${n}`))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, json } of refused) expect([status, json.code]).toEqual([409, 'conflict']);
  expect(refused[0]?.json.error).toBe('A project has at most 100 templates. Delete one first.');
  await project.call('DELETE', '/v1/templates/same');
  expect((await create(project, plain('one-more'))).status).toBe(201);
  expect((await create(project, plain('two-more'))).status).toBe(409);
});

test('the list goes by key, page by page, each template once', async () => {
  const project = await createProject();
  const keys = ['B', 'a', 'Z.1', '_x', '0', 'b-2', 'b_2'];
  for (const key of keys) await create(project, plain(key));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '?limit=3' : `?limit=3&cursor=${cursor}`;
    const { json } = await project.call('GET', `/v1/templates${query}`);
    seen.push(...json.templates.map(({ key }: { key: string }) => key));
    cursor = json.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual([...keys].sort());
  for (const query of ['?limit=0', '?limit=201', '?limit=x', '?cursor=x', '?cursor=Li4']) {
    expect((await project.call('GET', `/v1/templates${query}`)).status).toBe(400);
  }
});

test('a project neither sees nor changes the templates of another', async () => {
  const [mine, other] = [await createProject(), await createProject()];
  await create(mine, plain('a', 'mine'));
  expect((await create(other, plain('a', 'theirs'))).status).toBe(201);
  await other.call('PATCH', '/v1/templates/a', { body: { texts: { fallback: 'changed' } } });
  await other.call('DELETE', '/v1/templates/a');
  expect((await mine.call('GET', '/v1/templates/a')).json.texts.fallback).toBe('mine');
  expect((await other.call('GET', '/v1/templates')).json.templates).toEqual([]);
});

test('keys of any kind in the address are not found, and nothing breaks', async () => {
  const project = await createProject();
  for (const key of ['%00', '%F0%9F%98%80', "'--", '%25', 'x'.repeat(99), 'a%2Fb']) {
    expect([400, 404]).toContain((await project.call('GET', `/v1/templates/${key}`)).status);
  }
});

test('what changes is on the audit trail, and what does not is not', async () => {
  const project = await createProject();
  await create(project, plain('a'));
  await create(project, plain('a'));
  await project.call('PATCH', '/v1/templates/a', { body: {} });
  await project.call('PATCH', '/v1/templates/a', { body: { format: 'html', texts: { ru: 'x' } } });
  await project.call('DELETE', '/v1/templates/a');
  await project.call('DELETE', '/v1/templates/a');
  const { rows } = await sql<{ action: string; detail: unknown; actor: string }>`
    select action, detail, actor from audit_entry where project_id = ${project.projectId} and action like 'template.%'
    order by id`.execute(app.open.database);
  expect(rows).toEqual([
    { action: 'template.created', detail: { key: 'a' }, actor: expect.stringMatching(/^key:/) },
    { action: 'template.changed', detail: { key: 'a', fields: ['format', 'texts.ru'] }, actor: expect.any(String) },
    { action: 'template.removed', detail: { key: 'a' }, actor: expect.any(String) },
  ]);
});
