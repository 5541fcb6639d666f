/** The whole way round: the phone, a Bot API, the poller, a feature's answer, the lane, and back to the phone. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { runningClock } from '#test/clock.ts';

const app = await startTestApp({ sandbox: true, clock: runningClock });
const phone = app.sandbox;
if (phone === undefined) throw new Error('The sandbox is not there.');

describe.each(['telegram', 'max'] as const)('on %s', (channel) => {
  const link = (payload: string) => `${phone.linkRoots[channel]}/bellhop_sandbox_bot?start=${payload}`;

  test('a person who opens the bot is greeted in their language', async () => {
    const [anna, ivan] = [await phone.person(), await phone.person({ first_name: 'Иван', lang: 'ru' })];
    await phone.type(anna, channel, '/start');
    await phone.type(ivan, channel, '/start');
    expect((await phone.said(anna, channel, /./)).text).toContain('Hello, Anna');
    expect((await phone.said(ivan, channel, /./)).text).toContain('Иван');
  });

  test('an unknown link, unknown text and /help are answered; a choice of language is kept', async () => {
    const person = await phone.person();
    await phone.open(person, link('nonsense_x'));
    await phone.said(person, channel, /This link does not work/);
    await phone.type(person, channel, 'hm?');
    await phone.said(person, channel, /did not understand/);
    await phone.type(person, channel, '/lang');
    const question = await phone.said(person, channel, /language/);
    await phone.tap(person, channel, question.message_id, 'Русский');
    await phone.type(person, channel, '/help');
    await phone.said(person, channel, /Чтобы войти/);
  });
});
