/** Taps can be made up by anybody: one counts only from the recipient, on their channel, for a button that is there. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { uuidToBase62 } from '#lib/uuid-base62.ts';
import type { Channel } from '#messengers';
import type { Subscriber } from '#subscribers';
import { buttonTaps, type FindBroadcastComposition, textContent } from './index.ts';
import { startSendKit } from './send.fixture.ts';

const kit = await startSendKit();
const BUTTONS = [
  [
    { text: 'Site', url: 'https://shop.example/' },
    { text: 'Yes', callback_data: 'yes' },
  ],
];
const UNKNOWN = 'This button no longer works.';

async function arrange(name: string) {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project, { externalId: name });
  const body = { subscriber_id: anna.id, text: 'Well?', buttons: BUTTONS };
  const { json } = await kit.call(project, 'POST', '/v1/send', { body });
  const id = String(json.details[0].message_id);
  return { project, anna, id, rest: `${uuidToBase62(id)}:01` };
}

function tap(
  who: Pick<Subscriber, 'personId'> & { channel: Channel },
  rest: string,
  findBroadcastComposition: FindBroadcastComposition = async () => undefined,
) {
  const handle = buttonTaps({ clock: kit.clock, events: kit.events, findBroadcastComposition });
  const person = { id: who.personId, firstName: 'Anna', username: null, lang: 'en' as const };
  return transact(kit.database, (tx) => handle(tx, { channel: who.channel, person, lang: 'en', rest }));
}

test('of the recipient: an event, and nothing to read', async () => {
  const { project, anna, rest } = await arrange('one');
  expect(await tap(anna, rest)).toBeUndefined();
  expect(kit.eventsOf(project, 'button.clicked').map(({ data }) => data)).toMatchObject([
    { button_text: 'Yes', callback_data: 'yes', external_id: 'one', job_id: null },
  ]);
});

test('of somebody else, from elsewhere, or of no button: no event', async () => {
  const { project, anna, id, rest } = await arrange('two');
  const base = uuidToBase62(id);
  const other = await kit.subscribe(project);
  const made = (where: string) => `${base}:${where}`;
  expect(await tap(other, rest)).toBe(UNKNOWN);
  expect(await tap({ ...anna, channel: 'max' }, rest)).toBe(UNKNOWN);
  for (const where of ['00', '02', '10', '22', '33', '1', '012', '-1', '__proto__', '']) {
    expect(await tap(anna, made(where)), where).toBe(UNKNOWN);
  }
  for (const bad of ['', ':', '01', `${'z'.repeat(22)}:01`, `${'0'.repeat(22)}:01`, `${rest} `, "';--:01"]) {
    expect(await tap(anna, bad), bad).toBe(UNKNOWN);
  }
  expect(kit.eventsOf(project, 'button.clicked')).toEqual([]);
});

test('a message of the bot itself is no message of a project', async () => {
  const { project, anna } = await arrange('three');
  const id = await transact(kit.database, (tx) =>
    kit.messages.queue(tx, {
      ...{ channel: 'telegram', recipient: anna.personId, priority: 'login', projectId: project.id },
      content: textContent({ text: 'x', format: 'plain', buttons: [[{ text: 'Yes', tap: 'login:1' }]] }),
    }),
  );
  expect(await tap(anna, `${uuidToBase62(id)}:00`)).toBe(UNKNOWN);
  expect(kit.eventsOf(project, 'button.clicked')).toEqual([]);
});

test('the buttons of a broadcast are those of the broadcast', async () => {
  const { project, anna, id, rest } = await arrange('four');
  const job = '019a81c2-7e00-7b1c-9d2e-4f60a1b2c3d4';
  const person = { first_name: 'Anna', username: null, lang: 'en' };
  await kit.query('update message set job_id = $2, content = $3 where id = $1', [
    ...[id, job, JSON.stringify({ type: 'broadcast', data: person })],
  ]);
  const asked: string[] = [];
  const find: FindBroadcastComposition = async (jobId) => {
    asked.push(jobId);
    return { texts: { fallback: 'x' }, format: 'plain', vars: {}, buttons: BUTTONS };
  };
  expect(await tap(anna, rest, find)).toBeUndefined();
  expect(asked).toEqual([job]);
  expect(kit.eventsOf(project, 'button.clicked').map(({ data }) => data)).toMatchObject([
    { job_id: job, callback_data: 'yes' },
  ]);
  expect(await tap(anna, rest)).toBe(UNKNOWN);
});

test('a person who left, or is forgotten, is still told of: the tap happened', async () => {
  const { project, anna, rest } = await arrange('five');
  await kit.query('delete from subscriber where id = $1', [anna.id]);
  expect(await tap(anna, rest)).toBeUndefined();
  expect(kit.eventsOf(project, 'button.clicked').map(({ data }) => data)).toMatchObject([
    { subscriber_id: anna.publicId, external_id: null },
  ]);
});
