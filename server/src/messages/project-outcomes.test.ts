/** What follows from outcomes commits with them: credits, events, the end of subscriptions; or nothing does. */
import { expect, test } from 'vitest';
import { type Transaction, transact } from '#db';
import { type DomainEvent, Events } from '#events';
import { uuidv7 } from '#lib/ids.ts';
import type { Subscriber } from '#subscribers';
import { type FinishedMessage, projectOutcomes, unreachableRecipients } from './index.ts';
import { flagsOf } from './reasons.ts';
import { eventually, type Project, startSendKit } from './send.fixture.ts';

const kit = await startSendKit();
/** Its worker begins when its test says so. */
const idle = await startSendKit({ worker: false });
const JOB = '019a81c2-7e00-7b1c-9d2e-4f60a1b2c3d4';
const quiet = { notify: async () => {} } as unknown as Parameters<typeof projectOutcomes>[0]['notifications'];

function ended(project: Project, subscriber: Subscriber, fields: Partial<FinishedMessage> = {}): FinishedMessage {
  const at = kit.clock.now();
  return {
    id: uuidv7(at),
    ...{ channel: subscriber.channel, recipient: subscriber.personId, kind: 'send', priority: 1, author: 'project' },
    ...{ jobId: null, requestId: null, projectId: project.id, subscriberId: subscriber.id },
    ...{ state: 'sent', reason: null, error: null, platformMessageId: '1', attempts: 1 },
    ...{ createdAt: at, finishedAt: at },
    ...fields,
  };
}

async function tell(finished: FinishedMessage[], then: (tx: Transaction) => Promise<void> = async () => {}) {
  const events = new Events();
  const emitted: DomainEvent[][] = [];
  events.onEmitAll(async (_tx, batch) => void emitted.push(batch));
  const { clock } = kit;
  const handle = projectOutcomes({ clock, events, notifications: quiet });
  const last = unreachableRecipients({ clock, events });
  await transact(kit.database, async (tx) => {
    await handle(tx, finished);
    await last(tx, finished);
    await then(tx);
  });
  return emitted;
}

const ledgerOf = (project: Project) =>
  kit.query<{ amount: number; job_id: string | null }>(
    `select amount::int, job_id from ledger_entry where project_id = $1 and kind = 'message' order by amount`,
    [project.id],
  );

test('one batch of two projects and a broadcast: one row of the ledger for each, all events in one go', async () => {
  const [one, two] = [await kit.createProject(), await kit.createProject()];
  const anna = await kit.subscribe(one, { externalId: 'anna' });
  const boris = await kit.subscribe(two);
  const batch = [
    ended(one, anna),
    ended(one, anna),
    ...Array.from({ length: 5 }, () => ended(one, anna, { jobId: JOB })),
    ended(two, boris),
    ended(two, boris, { state: 'failed', reason: 'platform_unavailable', error: 'HTTP 500' }),
    ended(two, boris, { state: 'skipped', reason: 'unsubscribed' }),
    ended(one, anna, { author: 'bellhop' }),
  ];
  const emitted = await tell(batch);
  expect(await ledgerOf(one)).toEqual([
    { amount: -5, job_id: JOB },
    { amount: -2, job_id: null },
  ]);
  expect(await ledgerOf(two)).toEqual([{ amount: -1, job_id: null }]);
  expect(emitted).toHaveLength(1);
  expect(emitted[0]?.map(({ name, projectId, data }) => [name, projectId, data['message_id'], data['job_id']])).toEqual(
    batch
      .slice(0, 9)
      .map(({ id, state, projectId, jobId }) => [
        ...[state === 'sent' ? 'delivery.success' : 'delivery.failed', projectId, id, jobId],
      ]),
  );
  expect(emitted[0]?.[0]?.data).toMatchObject({ external_id: 'anna', subscriber_id: anna.publicId });
});

test('what a later handler throws takes credits and subscriptions back', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project);
  const lost = ended(project, anna, { state: 'failed', reason: 'user_blocked_bot', error: 'Forbidden' });
  const failing = tell([ended(project, anna), lost], async () => {
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(await ledgerOf(project)).toEqual([]);
  expect(await kit.query('select active from subscriber where id = $1', [anna.id])).toEqual([{ active: true }]);
});

test('a subscriber who was removed meanwhile is told of all the same', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project, { externalId: 'anna' });
  await kit.query('delete from subscriber where id = $1', [anna.id]);
  const [events] = await tell([ended(project, anna)]);
  expect(events?.[0]?.data).toMatchObject({ subscriber_id: anna.publicId, external_id: null });
});

test('a blocked person: other messages that wait for them are withdrawn in the same moment', async () => {
  const project = await idle.createProject();
  const anna = await idle.subscribe(project);
  const texts = ['one', 'two', 'three'];
  const answers = texts.map((text) =>
    idle.call(project, 'POST', '/v1/send', { body: { subscriber_id: anna.id, text } }),
  );
  await eventually(() => idle.messagesOf(project)).toHaveLength(3);
  const failure = { kind: 'said_no', reason: 'user_blocked_bot', detail: 'Forbidden' } as const;
  idle.telegram.answer(() => ({ failure }));
  idle.messages.start();
  const states = (await Promise.all(answers)).map(({ json }) => json.details[0].reason);
  expect(states.sort()).toEqual(['unsubscribed', 'unsubscribed', 'user_blocked_bot']);
  expect(idle.telegram.calls).toHaveLength(1);
  expect(idle.eventsOf(project, 'delivery.failed')).toHaveLength(1);
  expect(idle.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
});

test('reasons are those of the contract', () => {
  const table = {
    ...{ user_blocked_bot: [false, true], chat_not_found: [false, true], bot_banned: [false, false] },
    ...{ invalid_message: [false, false], rate_limited: [true, false], platform_unavailable: [true, false] },
    ...{ unknown: [false, false], '': [false, false], something_new: [false, false], constructor: [false, false] },
  };
  for (const [reason, flags] of Object.entries(table)) {
    const { retryable, shouldUnsubscribe } = flagsOf(reason);
    expect([retryable, shouldUnsubscribe], reason).toEqual(flags);
  }
});
