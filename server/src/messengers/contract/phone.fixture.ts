import { type Sandbox, startSandbox } from '@bellhop/sandbox';
import type { Channel } from '../messenger.ts';

type ShownMessage = {
  message_id: string | number;
  from: 'bot' | 'person';
  text: string;
  spans: { type: string; offset: number; length: number; url?: string }[];
  buttons: { text: string; url?: string; row: number; style?: string }[];
  media: { kind: string; name: string; size: number; mime: string }[];
  edited: boolean;
  protected: boolean;
};

type ApiCall = { method: string; params: Record<string, unknown>; status: number };
type PersonView = { person_id: number; first_name: string } & Record<Channel, { user_id: number }>;

/** `id` is the messenger's, `personId` the phone's. */
export type Guest = { personId: number; id: string; firstName: string };

export type Phone = {
  sandbox: Sandbox;
  bot: { token: string; username: string; name: string };
  invent(fields?: { first_name?: string; username?: string; lang?: string; started?: boolean }): Promise<Guest>;
  open(guest: Guest, payload?: string): Promise<void>;
  type(guest: Guest, text: string): Promise<void>;
  tap(
    guest: Guest,
    messageId: string,
    button: string,
  ): Promise<{ answered?: boolean; notification?: string; url?: string }>;
  act(act: 'block' | 'unblock' | 'deactivate', guest: Guest): Promise<void>;
  messages(guest: Guest): Promise<ShownMessage[]>;
  calls(method: string, guest: Guest): Promise<ApiCall[]>;
  /** To whomever, or to nobody. */
  callsOf(method: string): Promise<ApiCall[]>;
  fault(...faults: Record<string, unknown>[]): Promise<void>;
  clearFaults(): Promise<void>;
};

/** A sandbox of its own, which the caller closes, and the hands that hold its phone; on one messenger. */
export async function openPhone(channel: Channel): Promise<Phone> {
  const bots = {
    telegram: { token: '7001:AAH-telegram_Secret-token', username: 'bellhop_bot', name: 'Bellhop Звонок' },
    max: { token: 'f9LHod-max_Secret.token', username: 'id7001_bot', name: 'Bellhop Звонок' },
  };
  const sandbox = await startSandbox({ port: 0, ...bots });
  const bot = bots[channel];
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const does = async (act: string, guest: Guest, fields: object = {}): Promise<void> => {
    await ask('POST', `/${act}`, { person_id: guest.personId, channel, ...fields });
  };
  const open = (guest: Guest, payload?: string) =>
    does('open', guest, {
      link: `${sandbox.linkRoots[channel]}/${bot.username}${payload === undefined ? '' : `?start=${payload}`}`,
    });
  const callsOf = async (method: string) =>
    (await ask<{ calls: ApiCall[] }>('GET', `/calls?channel=${channel}&method=${encodeURIComponent(method)}`)).calls;
  return {
    sandbox,
    bot,
    open,
    async invent({ started = true, ...fields } = {}) {
      const view = await ask<PersonView>('POST', '/people', { first_name: 'Анна', lang: 'ru', ...fields });
      const guest = { personId: view.person_id, id: String(view[channel].user_id), firstName: view.first_name };
      if (started) await open(guest);
      return guest;
    },
    type: (guest, text) => does('type', guest, { text }),
    tap: (guest, messageId, button) =>
      ask('POST', '/tap', { person_id: guest.personId, channel, message_id: messageId, button }),
    act: (act, guest) => does(act, guest),
    async messages(guest) {
      const { messages } = await ask<{ messages: ShownMessage[] }>('GET', `/chats/${channel}/${guest.personId}`);
      return messages.filter(({ from }) => from === 'bot');
    },
    callsOf,
    async calls(method, guest) {
      return (await callsOf(method)).filter(
        ({ params }) => String(params['chat_id'] ?? params['user_id']) === guest.id,
      );
    },
    fault: async (...faults) => {
      for (const fault of faults) await ask('POST', '/faults', { ...('kind' in fault ? { channel } : {}), ...fault });
    },
    clearFaults: async () => {
      await ask('DELETE', '/faults');
    },
  };
}
