import { type SandboxOptions, startSandbox } from '../src/index.ts';

export const telegramToken = '4200:telegram-test-token';
const maxToken = 'max-test-token';
export const bots = {
  telegram: { token: telegramToken, username: 'bellhop_bot', name: 'Bellhop' },
  max: { token: maxToken, username: 'bellhop_max_bot', name: 'Bellhop' },
};

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted on field by field
export type Json = any;
export type Reply = { status: number; body: Json; headers: Headers };

/** A sandbox of its own for one test, with short ways to call it. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ port: 0, ...bots, ...options });
  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: response.headers };
  };
  return {
    sandbox,
    url: sandbox.url,
    telegram: (method: string, params: object = {}, token = telegramToken) =>
      send('POST', `${sandbox.telegramApiRoot}/bot${token}/${method}`, params),
    max: (method: string, path: string, body?: object, token = maxToken) =>
      send(method, sandbox.maxApiRoot + path, body, { authorization: token }),
    post: (path: string, body: unknown) => send('POST', sandbox.url + path, body),
    get: (path: string) => send('GET', sandbox.url + path),
    remove: (path: string) => send('DELETE', sandbox.url + path),
    chat: async (channel: string, personId = 1): Promise<Json> =>
      (await send('GET', `${sandbox.url}/sandbox/chats/${channel}/${personId}`)).body,
    start: async (channel: 'telegram' | 'max', personId = 1, payload = '') =>
      send('POST', `${sandbox.url}/sandbox/open`, {
        person_id: personId,
        link: `${sandbox.linkRoots[channel]}/${bots[channel].username}${payload && `?start=${payload}`}`,
      }),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Messenger ids of the first person, Anna. */
export const annaOnTelegram = 7_000_000_001;
export const annaOnMax = 100_000_001;
export const annasDialog = 40_000_000_001;
