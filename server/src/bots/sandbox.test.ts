import { expect, test } from 'vitest';
import { afterCommit } from '#db';
import type { Messenger } from '#messengers';
import { startTestApp } from '#test/app.ts';
import { botRoutes } from './bot-routes.ts';
import { createFileDatabase, createOwnDatabase, createTestBots, eventually } from './bots.fixture.ts';
import type { Bots } from './bots.ts';
import type { Reply } from './manners.ts';
import { startTestSandbox } from './sandbox.fixture.ts';

const database = await createFileDatabase();
let pushed: Bots;
const behind = {
  pushed: (...of: Parameters<Bots['pushed']>) => pushed.pushed(...of),
  pushSecret: (...of: Parameters<Bots['pushSecret']>) => pushed.pushSecret(...of),
  receive: (...of: Parameters<Bots['receive']>) => pushed.receive(...of),
} as Bots;
const app = await startTestApp({ database, extend: ({ http }) => botRoutes(http, behind) });

const sendingThrough =
  (messenger: Messenger): Reply =>
  async (tx, { personId, message }) =>
    afterCommit(tx, () => void messenger.send(personId, message));

for (const channel of ['telegram', 'max'] as const) {
  for (const mode of ['polling', 'webhook'] as const) {
    test(`${channel} by ${mode}: people are answered in their language, taps end, the choice is kept`, async () => {
      const sandbox = await startTestSandbox();
      const messenger = sandbox.connect(channel);
      const { bots } = createTestBots(mode === 'webhook' ? database : await createOwnDatabase(), {
        bots: [{ messenger, updates: mode }],
        reply: sendingThrough(messenger),
        baseUrl: app.url,
      });
      pushed = bots;
      bots.start();
      const { person_id } = await sandbox.play('people', { first_name: 'Вера', lang: 'ru' });
      const root = channel === 'telegram' ? 'https://t.me' : 'https://max.ru';
      await sandbox.play('open', { person_id, link: `${root}/bellhop_bot?start=nobody_knows` });
      const chat = async () => {
        const { messages } = await sandbox.look(`chats/${channel}/${person_id}`);
        return (messages as { from: string; text: string; message_id: string }[]).filter(({ from }) => from === 'bot');
      };
      await eventually(async () => (await chat()).map(({ text }) => text.slice(0, 19))).toEqual([
        'Ссылка не сработала',
      ]);
      await sandbox.play('type', { person_id, channel, text: '/lang' });
      await eventually(chat).toHaveLength(2);
      const message_id = (await chat())[1]?.message_id;
      const tapped = await sandbox.play('tap', { person_id, channel, message_id, button: 'English' });
      expect(tapped).toMatchObject({ answered: true });
      await sandbox.play('type', { person_id, channel, text: '/stop' });
      await eventually(async () => (await chat()).at(-1)?.text).toContain('You have no subscriptions');
    });
  }
}
