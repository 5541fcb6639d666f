/** Against the simulated messengers: every way to fail, what it does to the person, and what people tap. */
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { readConfig } from '#config';
import { transact } from '#db';
import { EVENT_PAYLOADS, type EventName } from '#events';
import type { Channel } from '#messengers';
import { captureLog } from '#test/log.ts';
import { startTestSandbox } from '#test/sandbox.ts';
import { configuredMessengers } from '../configured-messengers.ts';
import { textContent } from './index.ts';
import { eventually, type Project, startSendKit } from './send.fixture.ts';

const phone = await startTestSandbox();
const config = readConfig({ PORT: '0', SANDBOX: 'off' });
const kit = await startSendKit({
  messengers: configuredMessengers(config, captureLog().log, phone).map(({ messenger }) => messenger),
  listening: true,
  waitMs: 4_000,
});
const METHOD: Record<Channel, string> = { telegram: 'sendMessage', max: 'POST /messages' };

/** Somebody who has started the bot and is subscribed. */
async function somebodyOn(project: Project, channel: Channel) {
  const person = (await phone.post('/sandbox/people', { first_name: 'Anna' })) as Record<
    Channel,
    { user_id: number }
  > & {
    person_id: number;
  };
  await phone.type(person.person_id, channel, '/start');
  await phone.said(person.person_id, channel, /Hello/);
  const personId = String(person[channel].user_id);
  const subscriber = await kit.subscribe(project, { channel, personId, externalId: `user-${personId}` });
  return { ...subscriber, phoneId: person.person_id };
}

const send = (project: Project, body: unknown) => kit.call(project, 'POST', '/v1/send', { body });
const isSubscribed = async (id: string) =>
  (
    await kit.query<{ active: boolean; blocked: boolean }>('select active, blocked from subscriber where id = $1', [id])
  )[0];

const ajv = formats.default(new Ajv({ strict: false }));
function expectAsDescribed(name: EventName, data: unknown): void {
  const validate = ajv.compile({ ...EVENT_PAYLOADS[name]?.schema, additionalProperties: false });
  expect(validate(data) ? [] : validate.errors, name).toEqual([]);
}

type Way = {
  reason: string;
  flags: [boolean, boolean];
  arrange: (person: number, channel: Channel) => Promise<unknown>;
};
const fault = (fields: Record<string, unknown>) => (person_id: number, channel: Channel) =>
  phone.post('/sandbox/faults', { channel, method: METHOD[channel], person_id, ...fields });
const WAYS: Way[] = [
  {
    reason: 'user_blocked_bot',
    flags: [false, true],
    arrange: (person_id, channel) => phone.post('/sandbox/block', { person_id, channel }),
  },
  {
    reason: 'chat_not_found',
    flags: [false, true],
    arrange: (person_id) => phone.post('/sandbox/deactivate', { person_id }),
  },
  { reason: 'bot_banned', flags: [false, false], arrange: fault({ kind: 'status', status: 401 }) },
  { reason: 'invalid_message', flags: [false, false], arrange: fault({ kind: 'status', status: 400 }) },
  { reason: 'platform_unavailable', flags: [true, false], arrange: fault({ kind: 'reset_after' }) },
  { reason: 'unknown', flags: [false, false], arrange: fault({ kind: 'status', status: 418 }) },
];

for (const channel of ['telegram', 'max'] as const) {
  test.each(WAYS)(
    `${channel}: $reason, with its flags, its event and its effect`,
    async ({ reason, flags, arrange }) => {
      const project = await kit.createProject();
      const anna = await somebodyOn(project, channel);
      await arrange(anna.phoneId, channel);
      const { status, json } = await send(project, { subscriber_id: anna.id, text: 'x' });
      const [retryable, should_unsubscribe] = flags;
      const told = { reason, retryable, should_unsubscribe };
      expect(status).toBe(200);
      expect(json).toMatchObject({ failed: 1, sent: 0, details: [{ status: 'failed', ...told }] });
      const { message_id } = json.details[0];

      const failed = kit.eventsOf(project, 'delivery.failed');
      expect(failed.map(({ data }) => data)).toEqual([
        {
          ...{ message_id, job_id: null, subscriber_id: anna.publicId, channel, external_id: anna.externalId, ...told },
          error: expect.stringMatching(/./),
          attempted_at: expect.stringMatching(/\+00:00$/),
        },
      ]);
      expectAsDescribed('delivery.failed', failed[0]?.data);
      expect(kit.eventsOf(project, 'delivery.success')).toEqual([]);
      expect(await kit.creditsUsed(project)).toBe(0);
      expect((await kit.call(project, 'GET', `/v1/messages/${message_id}`)).json).toMatchObject({
        status: 'failed',
        ...told,
      });

      expect(await isSubscribed(anna.id)).toEqual({ active: !should_unsubscribe, blocked: should_unsubscribe });
      const deleted = kit.eventsOf(project, 'subscription.deleted');
      expect(deleted).toHaveLength(should_unsubscribe ? 1 : 0);
      if (should_unsubscribe) {
        expect((await send(project, { subscriber_id: anna.id, text: 'x' })).json.details[0]).toMatchObject({
          status: 'skipped',
          reason: 'blocked',
        });
      }
    },
  );

  test.each([
    ['429', { kind: 'rate_limit', retry_after: 1 }],
    ['500', { kind: 'status', status: 500 }],
  ])(`${channel}: %s is waited out, and the message arrives once`, async (_name, fields) => {
    const project = await kit.createProject();
    const anna = await somebodyOn(project, channel);
    await fault(fields)(anna.phoneId, channel);
    const { json } = await send(project, { subscriber_id: anna.id, text: 'after all' });
    const { message_id } = json.details[0];
    const shown = async () => (await kit.call(project, 'GET', `/v1/messages/${message_id}`)).json.status;
    await eventually(shown).toBe('sent');
    const chat = await phone.chat(anna.phoneId, channel);
    expect(chat.filter(({ text }) => text === 'after all')).toHaveLength(1);
    expect(kit.eventsOf(project, 'delivery.failed')).toEqual([]);
    expect(kit.eventsOf(project, 'delivery.success')).toHaveLength(1);
    expect(await isSubscribed(anna.id)).toEqual({ active: true, blocked: false });
  });

  test(`${channel}: what the bot itself cannot say ends subscriptions too, of all projects`, async () => {
    const [one, two] = [await kit.createProject(), await kit.createProject()];
    const anna = await somebodyOn(one, channel);
    const elsewhere = await kit.subscribe(two, { channel, personId: anna.personId });
    await phone.post('/sandbox/block', { person_id: anna.phoneId, channel });
    await transact(kit.database, (tx) =>
      kit.messages.queue(tx, {
        ...{ channel, recipient: anna.personId, priority: 'login' },
        content: textContent({ text: 'Log in?', format: 'plain' }),
      }),
    );
    await eventually(() => isSubscribed(anna.id)).toEqual({ active: false, blocked: true });
    expect(await isSubscribed(elsewhere.id)).toEqual({ active: false, blocked: true });
    for (const project of [one, two]) {
      expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
      expect(kit.eventsOf(project, 'delivery.failed')).toEqual([]);
    }
  });

  test(`${channel}: a tapped button is told, each time it is tapped`, async () => {
    const project = await kit.createProject();
    const anna = await somebodyOn(project, channel);
    const buttons = [
      [{ text: 'Open', url: 'https://shop.example/' }],
      [
        { text: 'Later', callback_data: 'later' },
        { text: 'Confirm', callback_data: 'order-1:Да 👍' },
      ],
    ];
    const { json } = await send(project, { subscriber_id: anna.id, text: 'Your order', buttons });
    expect(json.sent).toBe(1);
    const [sent] = kit.eventsOf(project, 'delivery.success');
    expectAsDescribed('delivery.success', sent?.data);
    const shown = await phone.said(anna.phoneId, channel, /Your order/);
    expect(shown.buttons.map(({ text }) => text)).toEqual(['Open', 'Later', 'Confirm']);
    for (const n of [1, 2]) {
      const tapped = await phone.tap(anna.phoneId, channel, shown.message_id, 'Confirm');
      expect(tapped.notification ?? '').toBe('');
      expect(kit.eventsOf(project, 'button.clicked')).toHaveLength(n);
    }
    const [clicked] = kit.eventsOf(project, 'button.clicked');
    expect(clicked?.data).toEqual({
      ...{ message_id: json.details[0].message_id, job_id: null, subscriber_id: anna.publicId, channel },
      ...{ external_id: anna.externalId, button_text: 'Confirm', callback_data: 'order-1:Да 👍' },
      clicked_at: expect.stringMatching(/\+00:00$/),
    });
    expectAsDescribed('button.clicked', clicked?.data);
    // Told twice by the platform, it is one tap.
    await phone.post('/sandbox/faults', { channel, kind: 'duplicate_updates' });
    await phone.tap(anna.phoneId, channel, shown.message_id, 'Later');
    await phone.type(anna.phoneId, channel, 'hm?');
    await phone.said(anna.phoneId, channel, /did not understand/);
    expect(kit.eventsOf(project, 'button.clicked')).toHaveLength(3);
    expect(kit.eventsOf(project, 'button.clicked').at(-1)?.data['callback_data']).toBe('later');

    // A button of a message that is forgotten by now.
    await kit.query('delete from message where id = $1', [json.details[0].message_id]);
    const late = await phone.tap(anna.phoneId, channel, shown.message_id, 'Confirm');
    expect(late.notification).toContain('no longer works');
    expect(kit.eventsOf(project, 'button.clicked')).toHaveLength(3);
  });
}
