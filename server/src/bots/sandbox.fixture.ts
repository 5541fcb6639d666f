import { type Sandbox, startSandbox } from '@bellhop/sandbox';
import { expect, onTestFinished } from 'vitest';
import type { Channel, Messenger } from '#messengers';
import { createMax } from '../messengers/max/index.ts';
import { createTelegram } from '../messengers/telegram/index.ts';

export const TOKENS: Record<Channel, string> = { telegram: '7000:test-token-of-telegram', max: 'test-token-of-max' };

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting.
type Answer = any;

export type TestSandbox = Sandbox & {
  /** By the API for tests, as the phone would. */
  play(path: string, body: Record<string, unknown>): Promise<Answer>;
  look(path: string): Promise<Answer>;
  apiRootOf(channel: Channel): string;
  connect(channel: Channel): Messenger;
};

export async function startTestSandbox(): Promise<TestSandbox> {
  const bot = (channel: Channel) => ({ token: TOKENS[channel], username: 'bellhop_bot', name: 'Bellhop' });
  const sandbox = await startSandbox({ port: 0, telegram: bot('telegram'), max: bot('max') });
  onTestFinished(() => sandbox.close());
  const call = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${sandbox.url}/sandbox/${path}`, init);
    const answer = await response.json();
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };
  const apiRootOf = (channel: Channel) => (channel === 'telegram' ? sandbox.telegramApiRoot : sandbox.maxApiRoot);
  return {
    ...sandbox,
    apiRootOf,
    play: (path, body) =>
      call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    look: (path) => call(path),
    connect(channel) {
      const options = { token: TOKENS[channel], apiRoot: apiRootOf(channel) };
      const messenger = channel === 'telegram' ? createTelegram(options) : createMax(options);
      onTestFinished(() => messenger.close());
      return messenger;
    },
  };
}
