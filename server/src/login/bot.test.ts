/** The bot's manners at the door: who may tap what, and what it answers to everything else. */
import { expect, test } from 'vitest';
import { typed } from '../bots/scripted-messenger.fixture.ts';
import { somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const project = await kit.createProject({ name: 'Shop' });
const receive = (update: Parameters<typeof kit.app.bots.receive>[1]) => kit.app.bots.receive('telegram', update);

test("somebody else's tap is refused and changes nothing, on the other messenger with the same number too", async () => {
  const [owner, thief] = [somebodyNew(), somebodyNew()];
  const session = await kit.begin(project);
  await kit.open(owner, session.link);
  const tap = await kit.tapOn(owner, 'Yes');
  expect((await receive({ ...tap, key: 'thief', person: thief })).notice).toMatch(/belongs to somebody else/);
  const there = await kit.app.bots.receive('max', { ...tap, key: 'elsewhere' });
  expect(there.notice).toMatch(/belongs to somebody else/);
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'pending' });
  expect(await kit.said(thief)).toEqual([]);
});

test('a tap before anybody has opened the link is refused', async () => {
  const [one, two] = [somebodyNew(), somebodyNew()];
  await kit.open(one, (await kit.begin(project)).link);
  const session = await kit.begin(project);
  const [row] = await kit.query<{ id: string }>('select id from login_session order by id desc limit 1');
  const tap = await kit.tapOn(one, 'Yes');
  const data = `login:${row?.id.replaceAll('-', '')}:yes`;
  expect((await receive({ ...tap, person: two, data })).notice).toMatch(/belongs to somebody else/);
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'pending' });
});

test('a tap on a settled question says so and changes nothing', async () => {
  const person = somebodyNew();
  const { session, code } = await kit.logIn(project, person);
  for (const button of ['Yes', 'No']) expect(await kit.tap(person, button)).toBe('This question is settled.');
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'completed', code });
});

test.each([
  'login:',
  'login:yes',
  'login:0:yes',
  `login:${'f'.repeat(32)}:yes`,
  `login:${'f'.repeat(32)}:maybe`,
  `login:${'f'.repeat(32)}:n7`,
  `login:${'F'.repeat(32)}:yes`,
  `login:${'f'.repeat(31)}%:yes`,
  "login:'; drop table login_session; --:yes",
  `login:${'x'.repeat(5000)}`,
  'login:\0:yes',
])('made-up tap data is answered like a settled question: %j', async (data) => {
  const person = somebodyNew();
  await kit.open(person, (await kit.begin(project)).link);
  const handled = await receive({ ...(await kit.tapOn(person, 'Yes')), data });
  expect(handled).toEqual({ outcome: 'handled', notice: 'This question is settled.' });
});

test.each(['', ':', 'nobody:1', '🔑', '__proto__:x', 'constructor:x'])(
  'tap data of nobody does not break the bot: %j',
  async (data) => {
    const person = somebodyNew();
    await kit.open(person, (await kit.begin(project)).link);
    const handled = await receive({ ...(await kit.tapOn(person, 'Yes')), data });
    expect(handled).toEqual({ outcome: 'handled', notice: 'This button no longer works.' });
  },
);

test.each([
  'auths_',
  'auths_unknown',
  `auths_${'A'.repeat(24)}`,
  'auth_',
  'auth_nobody-has-this',
  'auth_SHOP',
  'proj_nobody-has-this',
  'auths',
  '__proto___x',
  `auths_${'A'.repeat(200)}`,
])('a link that nobody made is answered in words: %j', async (payload) => {
  const person = somebodyNew();
  await kit.open(person, payload);
  expect(await kit.lastSaid(person)).toMatch(/^This link does not work/);
});

test('a used link and an expired one are told apart', async () => {
  const [person, late] = [somebodyNew(), somebodyNew()];
  const { session } = await kit.logIn(project, person);
  await kit.open(person, session.link);
  expect(await kit.lastSaid(person)).toMatch(/was used already/);
  const old = await kit.begin(project);
  kit.clock.advance(600);
  await kit.open(late, old.link);
  expect(await kit.lastSaid(late)).toMatch(/has expired/);
  await kit.open(person, session.link);
  expect(await kit.lastSaid(person)).toMatch(/was used already/);
});

test('opening again asks again; the older question loses its buttons', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  await kit.open(person, session.link);
  const [first, moved, second, ...more] = await kit.said(person);
  expect(more).toEqual([]);
  expect(moved).toMatchObject({ edits: first?.id, text: 'See the newer question below.', buttons: [] });
  expect(second).toMatchObject({ edits: null, text: first?.text, buttons: first?.buttons });
  await kit.tap(person, 'Yes');
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'completed' });
});

test('a website that says which language the person reads it in is answered in it; the subscriber keeps their own', async () => {
  const person = { ...somebodyNew(), lang: 'ru' as const };
  const session = await kit.begin(project, { lang: 'en' });
  await kit.open(person, session.link);
  expect(await kit.lastSaid(person)).toMatch(/^Log in to/);
  await kit.tap(person, 'Yes');
  await kit.deliver();
  const { edited } = kit.messengers.telegram;
  expect(edited.findLast(({ personId }) => personId === person.id)?.message.text).toMatch(/^You are logged in/);
  const rows = await kit.query('select lang from subscriber where person_id = $1', [person.id]);
  expect(rows).toEqual([{ lang: 'ru' }]);
});

test('Yes on the older of two questions: the newer one loses its buttons, or is not asked at all', async () => {
  for (const delivered of [true, false]) {
    const person = somebodyNew();
    const session = await kit.begin(project);
    await kit.open(person, session.link);
    await kit.deliver();
    const yes = await kit.tapOn(person, 'Yes');
    const [asked] = kit.messengers.telegram.sent.filter(({ personId }) => personId === person.id);
    await kit.open(person, session.link);
    if (delivered) await kit.deliver();
    await kit.app.bots.receive('telegram', { ...yes, messageId: asked?.messageId ?? null });
    await kit.deliver();
    const { sent, edited } = kit.messengers.telegram;
    const questions = sent.filter(({ personId }) => personId === person.id).map(({ messageId }) => messageId);
    expect(questions).toHaveLength(delivered ? 2 : 1);
    for (const id of questions) {
      const last = edited.findLast(({ messageId }) => messageId === id);
      expect(last?.message.buttons?.flat().filter((button) => 'tap' in button) ?? []).toEqual([]);
      expect(last).toBeDefined();
    }
  }
});

test('delivered: the question, then its edit to the confirmation with the way back, and no button to tap is left', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project, { state: 'tab 7&x=1' });
  await kit.open(person, session.link, { channel: 'max' });
  await kit.deliver();
  const question = kit.messengers.max.sent.find(({ personId }) => personId === person.id);
  expect(question?.message.buttons?.flat().map(({ text }) => text)).toEqual(['Yes', 'No']);
  const tap = { ...(await kit.tapOn(person, 'Yes', 'max')), messageId: question?.messageId ?? null };
  await kit.app.bots.receive('max', tap);
  await kit.deliver();
  const edits = kit.messengers.max.edited.filter(({ personId }) => personId === person.id);
  expect(edits).toHaveLength(1);
  expect(edits[0]).toMatchObject({
    messageId: question?.messageId,
    message: { text: 'You are logged in to Shop.', confidential: true, buttons: [[{ text: 'Return to Shop' }]] },
  });
  const [[button] = []] = edits[0]?.message.buttons ?? [];
  const back = new URL(button !== undefined && 'url' in button ? button.url : '');
  const { code } = await kit.statusOf(project, session);
  expect([...back.searchParams]).toEqual([
    ['code', code],
    ['state', 'tab 7&x=1'],
  ]);
});

test('the bot speaks as the person does: by the messenger, or by their own choice', async () => {
  const [russian, chooser] = [somebodyNew('ru'), somebodyNew('en')];
  await kit.open(russian, (await kit.begin(project)).link);
  expect(await kit.lastSaid(russian)).toMatch(/^Войти на «Shop»/);
  await kit.tap(russian, 'Нет');
  expect(await kit.lastSaid(russian)).toMatch(/^Вы отклонили вход/);
  await receive(typed(chooser, '/lang ru'));
  await kit.open(chooser, `auth_${project.slug}`);
  expect(await kit.lastSaid(chooser)).toMatch(/^Войти на «Shop»/);
  await kit.open(chooser, 'auths_unknown');
  expect(await kit.lastSaid(chooser)).toMatch(/^Ссылка не сработала/);
});

test('a static link without a callback URL is not set up; a session works all the same, without a way back', async () => {
  const bare = await kit.createProject({ name: 'Bare', callback_url: null });
  const person = somebodyNew();
  await kit.open(person, `auth_${bare.slug}`);
  expect(await kit.lastSaid(person)).toMatch(/is not set up for Bare/);
  expect((await bare.call('GET', '/v1/auth/link')).json).toMatchObject({ configured: false });
  await kit.logIn(bare, person);
  await kit.deliver();
  const { message } = kit.messengers.telegram.edited.at(-1) ?? {};
  expect(message).toMatchObject({ text: 'You are logged in to Bare.', buttons: [] });
});

test('an inactive project asks nobody and lets nobody in, by a question that was open already neither', async () => {
  const closing = await kit.createProject({ name: 'Closing' });
  const [early, late] = [somebodyNew(), somebodyNew()];
  const [open, unopened] = [await kit.begin(closing), await kit.begin(closing)];
  await kit.open(early, open.link);
  const change = (status: string) =>
    kit.app.call('PATCH', `/admin/v1/projects/${closing.projectId}`, { key: kit.app.adminToken, body: { status } });
  expect((await change('inactive')).status).toBe(200);
  for (const link of [unopened.link, `auth_${closing.slug}`]) {
    await kit.open(late, link);
    expect(await kit.lastSaid(late)).toMatch(/^Login to Closing is not available/);
  }
  await kit.open(late, `proj_${closing.slug}`);
  expect(await kit.lastSaid(late)).toMatch(/^This link does not work/);
  await kit.tap(early, 'Yes');
  expect(await kit.lastSaid(early)).toMatch(/^Login to Closing is not available/);
  const rows = await kit.query('select from ledger_entry where project_id = $1', [closing.projectId]);
  expect([rows, kit.eventsOf(closing, 'subscription.created')]).toEqual([[], []]);
});
