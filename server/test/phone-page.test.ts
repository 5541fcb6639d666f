import { describe, expect, test } from 'vitest';
import { textContent } from '#messages';
import { startTestApp } from '#test/app.ts';
import { chromiumPath, openPage } from '#test/browser.ts';
import { runningClock } from '#test/clock.ts';

const app = await startTestApp({
  sandbox: true,
  clock: runningClock,
  extend: ({ bots, messages }) => {
    const plain = (text: string) => ({ text, format: 'plain' as const });
    bots.onCommand('coffee', async (tx, { channel, person }) => {
      const content = textContent({ ...plain('A coffee?'), buttons: [[{ text: 'Yes, please', tap: 'coffee:yes' }]] });
      await messages.queue(tx, { channel, recipient: person.id, priority: 'single', content });
    });
    bots.onTap('coffee', async (tx, { channel, person, messageId }) => {
      const edits = { platformMessageId: String(messageId) };
      const content = textContent(plain('One coffee is on its way ☕'));
      await messages.queue(tx, { channel, recipient: person.id, priority: 'login', content, edits });
      return 'Noted';
    });
  },
});

describe.skipIf(chromiumPath === undefined)('the phone in the browser', () => {
  test.each(['Telegram', 'MAX'])('on %s: start, a message appears by itself, a tap, the edit appears', async (name) => {
    const page = await openPage(String(app.sandbox?.url), { locale: 'en-US' });
    await page.locator('fieldset').getByText(name, { exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('log').getByText('Hello, Anna').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('/coffee');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, please' }).click();
    const chat = page.getByRole('log');
    await chat.getByText('One coffee is on its way').waitFor();
    expect(await chat.getByText('A coffee?').count()).toBe(0);
    expect(await chat.getByText('edited').count()).toBe(1);
  });
});
