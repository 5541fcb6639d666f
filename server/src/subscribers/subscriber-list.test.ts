/** Who is in the list of /v1/subscribers, in which order, and what cannot be asked for. */
import { expect, test } from 'vitest';
import { typed } from '../bots/scripted-messenger.fixture.ts';
import { somebodyNew } from '../login/login.fixture.ts';
import { type Project, type Shown, startSubscribersKit, uuidOf } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();
const { createProject, subscribed } = kit;
const list = async (project: Project, query = '') => {
  const answer = await project.call('GET', `/v1/subscribers${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const namesIn = async (project: Project, query: string): Promise<string[]> => {
  const { subscribers, total } = await list(project, query);
  expect(total).toBe(subscribers.length);
  return subscribers.map(({ first_name }: Shown) => first_name);
};
const patch = (project: Project, id: string, body: unknown) => project.call('PATCH', `/v1/subscribers/${id}`, { body });
const addTags = async (project: Project, ...names: string[]) => {
  for (const name of names) expect((await project.call('POST', '/v1/tags', { body: { name } })).status).toBe(201);
};

test('the list is newest first, page by page, with the total on each', async () => {
  const project = await createProject();
  const made: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    kit.clock.advance(1);
    made.unshift((await subscribed(project)).subscriber_id);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Shown = await list(project, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.total).toBe(7);
    seen.push(...page.subscribers.map(({ subscriber_id }: Shown) => subscriber_id));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(made);
  // A page that ends with the list has no next one.
  expect((await list(project, '?limit=7')).next_cursor).toBeNull();
});

test('filters narrow the list, alone and together', async () => {
  const project = await createProject();
  await addTags(project, 'vip', 'новый');
  const people = Object.fromEntries(
    ['Anna', 'Boris', 'Clara'].map((name) => [name, { ...somebodyNew('en', name), username: `${name}_100%` }]),
  );
  const person = (name: string) => people[name] ?? somebodyNew();
  const anna = await subscribed(project, person('Anna'));
  const boris = await subscribed(project, person('Boris'), 'max');
  await subscribed(project, person('Clara'));
  await patch(project, anna.subscriber_id, { external_id: 'User-1', tags: ['vip', 'новый'] });
  await patch(project, boris.subscriber_id, { external_id: 'User-1', tags: ['новый'] });
  await kit.app.bots.receive('telegram', typed(person('Anna'), '/stop'));

  const encoded = encodeURIComponent('новый');
  expect(await namesIn(project, '?channel=max')).toEqual(['Boris']);
  expect(await namesIn(project, `?tag=${encoded}`)).toEqual(['Boris', 'Anna']);
  expect(await namesIn(project, '?tag=vip')).toEqual(['Anna']);
  expect(await namesIn(project, '?tag=nobody')).toEqual([]);
  expect(await namesIn(project, '?external_id=User-1')).toEqual(['Boris', 'Anna']);
  expect(await namesIn(project, '?external_id=user-1')).toEqual([]);
  expect(await namesIn(project, '?active=true')).toEqual(['Clara', 'Boris']);
  expect(await namesIn(project, '?active=false')).toEqual(['Anna']);
  expect(await namesIn(project, `?active=false&channel=max&tag=${encoded}`)).toEqual([]);
  expect(await namesIn(project, `?active=true&channel=max&tag=${encoded}&external_id=User-1&q=boris`)).toEqual([
    'Boris',
  ]);
});

test('q finds parts of names and external ids in any case, whole ids in either spelling, and no wildcards', async () => {
  const project = await createProject();
  const elena = await subscribed(project, { ...somebodyNew('ru', 'Елена Ёлкина'), username: 'Lena_50' });
  const percent = await subscribed(project, { ...somebodyNew('en', '100% \\o/'), username: null });
  await patch(project, percent.subscriber_id, { external_id: 'CRM_42%' });
  const find = (q: string) => namesIn(project, `?q=${encodeURIComponent(q)}`);
  expect(await find('ёлкин')).toEqual(['Елена Ёлкина']);
  expect(await find('ЕЛЕНА')).toEqual(['Елена Ёлкина']);
  expect(await find('lena_')).toEqual(['Елена Ёлкина']);
  expect(await find('crm_4')).toEqual(['100% \\o/']);
  expect(await find('%')).toEqual(['100% \\o/']);
  expect(await find('_')).toEqual(['100% \\o/', 'Елена Ёлкина']);
  expect(await find('\\')).toEqual(['100% \\o/']);
  expect(await find("' or true --")).toEqual([]);
  expect(await find(elena.subscriber_id)).toEqual(['Елена Ёлкина']);
  expect(await find(uuidOf(elena).toUpperCase())).toEqual(['Елена Ёлкина']);
  expect(await find(elena.subscriber_id.slice(0, -1))).toEqual([]);
  expect(await find('')).toHaveLength(2);
});

test.each([
  ['limit=0', 'validation_failed'],
  ['limit=201', 'validation_failed'],
  ['limit=x', 'validation_failed'],
  ['cursor=x', 'validation_failed'],
  ['channel=icq', 'validation_failed'],
  ['active=maybe', 'validation_failed'],
  ['tag=a&tag=b', 'validation_failed'],
  ['q=%00', 'validation_failed'],
  [`q=${'x'.repeat(201)}`, 'validation_failed'],
  ['external_id=', 'invalid_external_id'],
  [`external_id=${'x'.repeat(129)}`, 'invalid_external_id'],
])('a list that cannot be is refused: %s', async (query, code) => {
  const project = await createProject();
  const answer = await project.call('GET', `/v1/subscribers?${query}`);
  expect([answer.status, answer.json.code]).toEqual([400, code]);
});
