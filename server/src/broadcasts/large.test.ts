import { expect, test } from 'vitest';
import { startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit();

test('100,000 recipients are accepted, one more is refused with the number and leaves nothing behind', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 99_000);
  await kit.addPeople(project, 1_000, { active: false });
  const { job_id, total } = await kit.start(project);
  expect(total).toBe(100_000);
  const cancelled = await project.call('DELETE', `/v1/broadcast/${job_id}`);
  expect(cancelled.json).toMatchObject({ status: 'cancelled', skipped: 100_000 });
  await expectExactAccount(kit, project, job_id);

  await kit.addPeople(project, 1);
  for (const dry_run of [false, true]) {
    const { status, json } = await project.call('POST', '/v1/broadcast', { body: { text: 'x', dry_run } });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.error).toContain('100001');
  }
  expect(await kit.query('select count(*)::int as n from message where project_id = $1', [project.projectId])).toEqual([
    { n: 100_000 },
  ]);
}, 60_000);
