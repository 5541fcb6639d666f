import { expect, test } from 'vitest';
import type { Person } from '#messengers';
import { textsIn } from '#texts';
import { createFileDatabase, createTestBots, eventually } from './bots.fixture.ts';
import { somebody, started, tapped, typed } from './scripted-messenger.fixture.ts';

const database = await createFileDatabase();

for (const lang of ['en', 'ru'] as const) {
  const texts = textsIn(lang).bot;

  test(`in ${lang}: greeting, help, nothing to stop, unknown text and unknown links each get their answer`, async () => {
    const { bots, repliesTo, clock } = createTestBots(database);
    const person = somebody(lang);
    const say = async (text: string) => void (await bots.receive('telegram', typed(person, text)));
    await bots.receive('telegram', started(person, null));
    await say('/help');
    await say('/stop');
    await say('what is this');
    await bots.receive('telegram', started(person, 'nobody_knows-this'));
    await bots.receive('telegram', started(person, 'no prefix; and broken'));
    clock.advance(60);
    await say('/unknown');
    const [greeting, help, ...others] = repliesTo(person);
    expect(greeting).toBe(texts.greeting('Anna'));
    expect(help).toContain(`/lang – ${texts.commands.lang}`);
    expect(help).not.toContain('/settings');
    expect(others).toEqual([
      texts.nothingToStop,
      texts.notUnderstood,
      texts.unknownLink,
      texts.unknownLink,
      texts.notUnderstood,
    ]);
  });

  test(`in ${lang}: a button that nobody knows says so`, async () => {
    const { bots, messenger } = createTestBots(database);
    await bots.receive('telegram', tapped(somebody(lang), 'gone:1'));
    await bots.receive('telegram', tapped(somebody(lang), 'no separator'));
    await eventually(() => messenger.answers.map(({ notice }) => notice)).toEqual([
      texts.unknownButton,
      texts.unknownButton,
    ]);
  });

  test(`in ${lang}: texts do not shout`, () => {
    const all = Object.values(texts).flatMap((text) =>
      typeof text === 'string' ? [text] : typeof text === 'function' ? [text('x')] : Object.values(text),
    );
    for (const text of all) expect(text).not.toMatch(/!|oops|упс/i);
  });
}

test('commands are understood in any case, with the name of the bot and with spaces around', async () => {
  const { bots, repliesTo } = createTestBots(database);
  const person = somebody();
  for (const text of ['/HELP', '/Help@Bellhop_Test_Bot', '  /help\n', '/start', '/START@bellhop_test_bot']) {
    await bots.receive('telegram', typed(person, text));
  }
  const { greeting } = textsIn('en').bot;
  const replies = repliesTo(person);
  expect(new Set(replies.slice(0, 3)).size).toBe(1);
  expect(replies.slice(3)).toEqual([greeting('Anna'), greeting('Anna')]);
});

test('a typed /start with a payload is the same as opening the link', async () => {
  const { bots } = createTestBots(database);
  const opened: string[] = [];
  bots.onStart('auth', async (_tx, { payload, rest }) => void opened.push(payload, rest));
  await bots.receive('max', typed(somebody(), '/start auth_my-shop')).catch(() => {});
  await bots.receive('telegram', typed(somebody(), '/start@bellhop_test_bot auth_my_shop'));
  expect(opened).toEqual(['auth_my_shop', 'my_shop']);
});

test('the command of a feature takes the place of the default and appears in the help', async () => {
  const { bots, repliesTo } = createTestBots(database);
  const stopped: string[] = [];
  bots.onCommand('stop', async (_tx, { person, argument }) => void stopped.push(`${person.firstName} ${argument}`));
  bots.onCommand('settings', async () => {});
  const person = somebody();
  await bots.receive('telegram', typed(person, '/stop now'));
  await bots.receive('telegram', typed(person, '/help'));
  expect(stopped).toEqual(['Anna now']);
  expect(repliesTo(person)).toHaveLength(1);
  expect(repliesTo(person)[0]).toContain('/settings – what you are subscribed to');
});

test('"I did not understand" is said at most once a minute to one person, by all processes together', async () => {
  const first = createTestBots(database);
  const second = createTestBots(database, { clock: first.clock });
  const [person, other] = [somebody(), somebody()];
  const puzzle = (who: Person) =>
    Promise.all([first, second, first, second].map(({ bots }) => bots.receive('telegram', typed(who, 'hm'))));
  await puzzle(person);
  await puzzle(other);
  first.clock.advance(59.999);
  await puzzle(person);
  expect([...first.repliesTo(person), ...second.repliesTo(person)]).toHaveLength(1);
  expect([...first.repliesTo(other), ...second.repliesTo(other)]).toHaveLength(1);
  first.clock.advance(0.001);
  await puzzle(person);
  expect([...first.repliesTo(person), ...second.repliesTo(person)]).toHaveLength(2);
});

test('a chosen language is kept, overrides the locale and is told to the features', async () => {
  const { bots, replies, repliesTo } = createTestBots(database);
  const heard: string[] = [];
  bots.onLanguage(async (_tx, { lang, person }) => void heard.push(`${person.id} ${lang} ${person.lang}`));
  const person = somebody('en');
  await bots.receive('telegram', typed(person, '/lang'));
  expect(replies[0]?.message.buttons).toEqual([
    [
      { text: 'Русский', tap: 'lang:ru' },
      { text: 'English', tap: 'lang:en' },
    ],
  ]);
  await bots.receive('telegram', tapped(person, 'lang:ru'));
  await createTestBots(database).bots.receive('telegram', typed(person, 'the locale is still en'));
  await bots.receive('telegram', typed(person, '/stop'));
  const ru = textsIn('ru').bot;
  expect(repliesTo(person)).toEqual([textsIn('en').bot.chooseLanguage, ru.languageChosen, ru.nothingToStop]);
  expect(heard).toEqual([`${person.id} ru ru`]);
  await bots.receive('telegram', typed(person, '/lang English'));
  await bots.receive('telegram', typed({ ...person, lang: 'ru' }, '/stop'));
  expect(repliesTo(person).slice(3)).toEqual([textsIn('en').bot.languageChosen, textsIn('en').bot.nothingToStop]);
});

test('choosing the language that is spoken already holds when the locale changes later', async () => {
  const { bots, messenger, repliesTo } = createTestBots(database);
  const person = somebody('ru');
  await bots.receive('telegram', tapped(person, 'lang:ru'));
  await bots.receive('telegram', typed({ ...person, lang: 'en' }, '/stop'));
  expect(repliesTo(person)).toEqual([textsIn('ru').bot.nothingToStop]);
  await eventually(() => messenger.answers[0]?.notice).toBe(textsIn('ru').bot.languageStays);
});
