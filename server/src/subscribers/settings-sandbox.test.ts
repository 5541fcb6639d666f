/** /settings over the simulated messengers, from the typed command to the edited message. */
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { runningClock } from '#test/clock.ts';

const app = await startTestApp({ sandbox: true, clock: runningClock });

test.each(['telegram', 'max'] as const)('%s: switches work, and the way out', async (channel) => {
  const { sandbox } = app;
  if (sandbox === undefined) throw new Error('There is no sandbox.');
  const project = await app.createProject({ look: { display_name: 'Лавка' } });
  for (const body of [{ name: 'news', title: { ru: 'Новости' } }, { name: 'offers' }])
    expect((await project.call('POST', '/v1/permissions', { body })).status).toBe(201);
  const person = await sandbox.person({ first_name: 'Вера', lang: 'ru' });
  const root = channel === 'telegram' ? 'https://t.me' : 'https://max.ru';
  await sandbox.open(person, `${root}/bellhop_sandbox_bot?start=proj_${project.slug}`);
  await sandbox.said(person, channel, /Вы подписаны на «Лавка»/);
  await sandbox.type(person, channel, '/settings');
  const settings = await sandbox.said(person, channel, /какие сообщения/);
  const labels = async () => {
    const found = (await sandbox.chat(person, channel)).find(({ message_id }) => message_id === settings.message_id);
    return found?.buttons.map(({ text }) => text);
  };
  expect(await labels()).toEqual(['✅ Новости', '✅ offers', 'Отписаться']);
  await sandbox.tap(person, channel, settings.message_id, '✅ Новости');
  await expect.poll(labels, { timeout: 10_000 }).toEqual(['⬜ Новости', '✅ offers', 'Отписаться']);
  const shown = async () => (await project.call('GET', '/v1/subscribers')).json.subscribers[0];
  expect(await shown()).toMatchObject({ permissions: ['offers'], active: true, channel });
  await sandbox.tap(person, channel, settings.message_id, 'Отписаться');
  const gone = await sandbox.said(person, channel, /Вы отписались от «Лавка»/);
  expect(gone).toMatchObject({ message_id: settings.message_id, buttons: [], edited: true });
  expect(await shown()).toMatchObject({ active: false, blocked: false });
});
