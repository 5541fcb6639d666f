import { expect, test } from 'vitest';
import { transact } from '#db';
import { textContent } from '#messages';
import { type BroadcastsKit, startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

/** The clock goes on in small steps, with a round of sending at each. */
async function pass(kit: BroadcastsKit, seconds: number, step = 0.05): Promise<void> {
  for (let passed = 0; passed < seconds - 1e-9; passed += step) {
    kit.clock.advance(step);
    await Promise.all(kit.apps.map(({ messages }) => messages.tick()));
  }
}

test('messages_per_minute is kept over both channels and all processes, and nearly used up', async () => {
  const kit = await startBroadcastsKit({ apps: 2 });
  const project = await kit.createProject();
  await kit.addPeople(project, 60);
  await kit.addPeople(project, 60, { channel: 'max' });
  const { job_id } = await kit.start(project, { messages_per_minute: 600 });
  await pass(kit, 8, 0.25);
  const times = kit.bots
    .flatMap(({ telegram, max }) => [...telegram.calls, ...max.calls])
    .map(({ at }) => at.getTime())
    .sort((a, b) => a - b);
  expect(times.length).toBeGreaterThan(0.9 * 80);
  expect(times.length).toBeLessThanOrEqual(81);
  // In any four seconds no more than that, and what was saved in one.
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 4_000).length).toBeLessThanOrEqual(40 + 10);
  await pass(kit, 5, 0.25);
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ sent: 120 });
});

test('two projects share a bot evenly, however large their broadcasts are; a single message overtakes both', async () => {
  const kit = await startBroadcastsKit({ env: { BOT_MESSAGES_PER_SECOND: '30' } });
  const telegram = kit.bots[0]?.telegram ?? expect.fail('There is no bot.');
  const [large, small] = [await kit.createProject(), await kit.createProject()];
  await kit.addPeople(large, 3_000);
  await kit.addPeople(small, 150);
  const first = await kit.start(large);
  await pass(kit, 1);
  const second = await kit.start(small);
  const before = (await kit.job(large, first.job_id)).sent;
  await pass(kit, 3);
  const [ofLarge, ofSmall] = [await kit.job(large, first.job_id), await kit.job(small, second.job_id)];
  expect(ofLarge.sent - before).toBeGreaterThan(35);
  expect(ofSmall.sent).toBeGreaterThan(35);

  const content = textContent({ text: 'overtakes', format: 'plain' });
  const askedAt = kit.clock.now().getTime();
  await transact(kit.database.database, (tx) =>
    kit.app.messages.queue(tx, { channel: 'telegram', recipient: 'somebody', priority: 'single', content }),
  );
  await pass(kit, 0.5);
  const call = telegram.calls.find(({ text }) => text === 'overtakes');
  expect((call?.at.getTime() ?? Number.POSITIVE_INFINITY) - askedAt).toBeLessThanOrEqual(300);
});
