import { startSandbox } from '@bellhop/sandbox';
import { afterAll, expect } from 'vitest';
import { SANDBOX_TOKENS, type SandboxAddresses } from '../../src/sandbox.ts';

type Channel = 'telegram' | 'max';
type ChatMessage = {
  message_id: string;
  text: string;
  buttons: { text: string; url?: string }[];
  edited: boolean;
  from: string;
};

/** The simulated messengers, and what a person does with the phone, by the API that the page uses. */
export type TestSandbox = SandboxAddresses & {
  person(fields?: { first_name?: string; username?: string; lang?: string }): Promise<number>;
  open(personId: number, link: string): Promise<void>;
  type(personId: number, channel: Channel, text: string): Promise<void>;
  tap(
    personId: number,
    channel: Channel,
    messageId: string,
    button: string,
  ): Promise<{ url?: string; notification?: string }>;
  post(path: string, body: unknown): Promise<unknown>;
  chat(personId: number, channel: Channel): Promise<ChatMessage[]>;
  /** The newest message of the bot whose text matches, once it is there. */
  said(personId: number, channel: Channel, text: RegExp): Promise<ChatMessage>;
};

export async function startTestSandbox(): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    telegram: { token: SANDBOX_TOKENS.telegram, username: 'bellhop_sandbox_bot', name: 'Bellhop' },
    max: { token: SANDBOX_TOKENS.max, username: 'bellhop_sandbox_bot', name: 'Bellhop' },
  });
  afterAll(() => sandbox.close());
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
    return text === '' ? undefined : JSON.parse(text);
  };
  const chat = async (personId: number, channel: Channel): Promise<ChatMessage[]> =>
    (await request('GET', `/sandbox/chats/${channel}/${personId}`)).messages;
  const find = async (personId: number, channel: Channel, text: RegExp) =>
    (await chat(personId, channel)).findLast((message) => message.from === 'bot' && text.test(message.text));
  return {
    ...sandbox,
    person: async (fields = {}) =>
      (await request('POST', '/sandbox/people', { first_name: 'Anna', ...fields })).person_id,
    open: async (person_id, link) => void (await request('POST', '/sandbox/open', { person_id, link })),
    type: async (person_id, channel, text) =>
      void (await request('POST', '/sandbox/type', { person_id, channel, text })),
    tap: (person_id, channel, message_id, button) =>
      request('POST', '/sandbox/tap', { person_id, channel, message_id, button }),
    post: (path, body) => request('POST', path, body),
    chat,
    async said(personId, channel, text) {
      await expect.poll(() => find(personId, channel, text), { timeout: 10_000, interval: 20 }).toBeDefined();
      const message = await find(personId, channel, text);
      if (message === undefined) throw new Error(`The message ${text} is gone.`);
      return message;
    },
  };
}
