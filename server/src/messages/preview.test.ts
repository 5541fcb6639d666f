/** `POST /v1/send/preview`: what would be said, in whose words, and nothing else happens. */
import { expect, test } from 'vitest';
import { type Project, startSendKit } from './send.fixture.ts';

const kit = await startSendKit({ worker: false });
const preview = (project: Project, body: unknown) => kit.call(project, 'POST', '/v1/send/preview', { body });

test('without a recipient: in both languages, to somebody invented', async () => {
  const project = await kit.createProject();
  const text = '{{lang}}: *{{first_name}}* {{username}} {{subscriber_id}} {{n}}';
  const { status, json } = await preview(project, { text, format: 'markdown', vars: { n: 5 } });
  expect(status).toBe(200);
  expect(json.previews).toMatchObject([
    {
      lang: 'ru',
      subscriber_id: null,
      channel: null,
      plain_text: expect.stringMatching(/^ru: Анна anna sub_\w{22} 5$/),
    },
    {
      lang: 'en',
      subscriber_id: null,
      channel: null,
      plain_text: expect.stringMatching(/^en: Anna anna sub_\w{22} 5$/),
    },
  ]);
  for (const { text, format, length } of json.previews) {
    expect([format, length]).toEqual(['html', text.length]);
    expect(text).toContain('<i>');
  }
  expect((await preview(project, { text: '{{lang}}', lang: 'en' })).json.previews).toMatchObject([{ text: 'en' }]);
});

test('to recipients: each as they would get it, or in the language asked for', async () => {
  const project = await kit.createProject();
  const here = await kit.subscribe(project, { externalId: 'both', lang: 'ru', firstName: 'Анна <3' });
  await kit.subscribe(project, { externalId: 'both', channel: 'max', firstName: 'Ann' });
  const buttons = [[{ text: 'Go', callback_data: 'go' }]];
  const body = { external_id: 'both', text: '{{lang}} {{first_name}}', buttons };
  expect((await preview(project, body)).json.previews).toEqual([
    {
      ...{ subscriber_id: here.publicId, channel: 'telegram', lang: 'ru', format: 'plain', text: 'ru Анна <3' },
      ...{ plain_text: 'ru Анна <3', length: 10, buttons, media: null },
    },
    expect.objectContaining({ channel: 'max', text: 'en Ann' }),
  ]);
  const [one] = (await preview(project, { ...body, channels: ['max'], lang: 'ru' })).json.previews;
  expect(one).toMatchObject({ channel: 'max', lang: 'ru', text: 'ru Ann' });
});

test('nothing is stored, charged or sent, and no credits are needed', async () => {
  const project = await kit.createProject({ credits_per_month: 0 });
  const anna = await kit.subscribe(project);
  expect((await preview(project, { subscriber_id: anna.id, text: 'x' })).status).toBe(200);
  expect(await kit.messagesOf(project)).toEqual([]);
  expect(await kit.creditsUsed(project)).toBe(0);
});

test('what a message would be refused for is refused here', async () => {
  const [project, another] = [await kit.createProject(), await kit.createProject()];
  const theirs = await kit.subscribe(another);
  const long = await kit.subscribe(project, { firstName: 'A'.repeat(60) });
  const cases: [unknown, number, string, RegExp][] = [
    [{}, 400, 'validation_failed', /text/],
    [{ text: '{{ nobody }}' }, 400, 'validation_failed', /nobody/],
    [{ text: 'x', vars: { y: 1 } }, 400, 'validation_failed', /y/],
    [{ text: 'x', lang: 'de' }, 400, 'validation_failed', /lang/],
    [{ text: 'x', subscriber_id: 'a', external_id: 'b' }, 400, 'mutually_exclusive_identifiers', /subscriber_id/],
    [{ text: 'x', external_id: '' }, 400, 'invalid_external_id', /external_id/],
    [{ text: 'x', subscriber_id: theirs.id }, 404, 'subscriber_not_found', /./],
    [{ text: `${'y'.repeat(3990)}{{first_name}}`, subscriber_id: long.id }, 400, 'validation_failed', /4,?000/],
  ];
  for (const [body, status, code, text] of cases) {
    const answer = await preview(project, body);
    expect([answer.status, answer.json.code], JSON.stringify(body)).toEqual([status, code]);
    expect(answer.json.error).toMatch(text);
  }
});
