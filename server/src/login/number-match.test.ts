import { expect, test } from 'vitest';
import type { Channel, Person } from '#messengers';
import { somebodyNew, startLoginKit } from './login.fixture.ts';
import { drawNumbers } from './number-match.ts';

const kit = await startLoginKit();
const project = await kit.createProject();

/** Opens a session with numbers and taps one of them; answers what the session became. */
async function guess(person: Person, how: 'right' | 'wrong', channel: Channel = 'telegram') {
  const session = await kit.begin(project, { number_match: true });
  await kit.open(person, session.link, { channel });
  const numbers = await numbersOf(person, channel);
  const picked = how === 'right' ? session.number : numbers.find((number) => number !== session.number);
  await kit.tap(person, String(picked), { channel });
  return (await kit.statusOf(project, session))['status'];
}

async function numbersOf(person: Person, channel: Channel): Promise<number[]> {
  const { buttons } = (await kit.said(person, channel)).at(-1) ?? { buttons: [] };
  return buttons
    .flat()
    .map(({ text }) => Number(text))
    .filter(Number.isInteger);
}

const asked = (person: Person, channel: Channel = 'telegram') =>
  kit.lastSaid(person, channel).then((text) => text.startsWith('Log in to'));

test('six different numbers of two digits, the right one among them, in every place equally often', () => {
  const places = Array.from({ length: 6 }, () => 0);
  for (let n = 0; n < 6_000; n += 1) {
    const { number, choices } = drawNumbers();
    expect(new Set(choices).size).toBe(6);
    expect(choices.every((choice) => Number.isInteger(choice) && choice >= 10 && choice <= 99)).toBe(true);
    places[choices.indexOf(number)] = (places[choices.indexOf(number)] ?? 0) + 1;
  }
  for (const count of places) expect(count).toBeGreaterThan(800);
});

test('there is no Yes: two rows of three numbers, and No under them', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project, { number_match: true });
  await kit.open(person, session.link);
  const [prompt] = await kit.said(person);
  expect(prompt?.buttons.map((row) => row.map(({ text }) => (/^\d\d$/.test(text) ? 'number' : text)))).toEqual([
    ['number', 'number', 'number'],
    ['number', 'number', 'number'],
    ['No'],
  ]);
  // A Yes that somebody made up is as wrong as any other answer.
  const tap = await kit.tapOn(person, 'No');
  await kit.app.bots.receive('telegram', { ...tap, data: tap.data.replace(/no$/, 'yes') });
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'declined' });
});

test('the right number logs in; a wrong one declines, for good, and charges nothing', async () => {
  const person = somebodyNew();
  expect(await guess(person, 'right')).toBe('completed');
  expect(await guess(person, 'wrong')).toBe('declined');
  expect(await kit.lastSaid(person)).toMatch(/^That was not the number/);
  const credits = await kit.query(`select from login_session where person_id = $1 and code_hash is not null`, [
    person.id,
  ]);
  expect(credits).toHaveLength(1);
});

test('the number is told to the browser alone: no status, no text of the bot has it apart from the six', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project, { number_match: true });
  await kit.open(person, session.link);
  expect(await kit.statusOf(project, session)).toEqual({
    session_id: session.id,
    status: 'pending',
    expires_in: 600,
  });
  const [prompt] = await kit.said(person);
  expect(prompt?.text).not.toContain(String(session.number));
  expect(await kit.begin(project)).toMatchObject({ number: undefined });
});

test('after three wrong numbers within ten minutes there are no prompts for ten more, by no link; then again', async () => {
  const person = somebodyNew();
  for (const _try of [1, 2]) expect(await guess(person, 'wrong')).toBe('declined');
  kit.clock.advance(599.999);
  expect(await guess(person, 'wrong')).toBe('declined');
  for (const seconds of [0, 599.999]) {
    kit.clock.advance(seconds);
    for (const link of [(await kit.begin(project)).link, `auth_${project.slug}`]) {
      await kit.open(person, link);
      expect(await kit.lastSaid(person)).toMatch(/^There were several wrong numbers/);
    }
  }
  kit.clock.advance(0.001);
  expect(await guess(person, 'right')).toBe('completed');
});

test('three wrong numbers over more than ten minutes pause nothing', async () => {
  const person = somebodyNew();
  await guess(person, 'wrong');
  kit.clock.advance(300);
  await guess(person, 'wrong');
  kit.clock.advance(300);
  await guess(person, 'wrong');
  await kit.open(person, (await kit.begin(project)).link);
  expect(await asked(person)).toBe(true);
});

test('a link that met the pause is not used up: it asks once the pause is over', async () => {
  const person = somebodyNew();
  for (const _try of [1, 2, 3]) await guess(person, 'wrong');
  kit.clock.advance(300);
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  expect(await asked(person)).toBe(false);
  kit.clock.advance(300);
  await kit.open(person, session.link);
  expect(await asked(person)).toBe(true);
});

test('the pause belongs to one person on one messenger', async () => {
  const [person, other] = [somebodyNew(), somebodyNew()];
  for (const _try of [1, 2, 3]) await guess(person, 'wrong', 'max');
  const link = async () => (await kit.begin(project)).link;
  await kit.open(person, await link(), { channel: 'max' });
  expect(await asked(person, 'max')).toBe(false);
  await kit.open(person, await link());
  expect(await asked(person)).toBe(true);
  await kit.open(other, await link(), { channel: 'max' });
  expect(await asked(other, 'max')).toBe(true);
});
