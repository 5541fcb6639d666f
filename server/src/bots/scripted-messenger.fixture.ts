import type { BotIdentity, Channel, Failure, Incoming, Lang, Messenger, Person, Result } from '#messengers';

/** A messenger in memory that does as the test says. Positions count its updates. */
export type ScriptedMessenger = Messenger & {
  identity: BotIdentity;
  tell(...updates: Incoming[]): void;
  /** Each one fails one call of that name, in order. */
  failures: { call: 'whoAmI' | 'poll' | 'removeWebhook' | 'setWebhook' | 'webhookState'; failure: Failure }[];
  polls: (string | null)[];
  /** Polls under way now, and the most there were at the same time. */
  polling: number;
  mostPolls: number;
  answers: { tapId: string; notice: string | undefined }[];
  left: string[];
  webhook: { url: string | null; secret: string | null; set: number; removed: number; lastError: string | null };
};

export function createScriptedMessenger(channel: Channel = 'telegram'): ScriptedMessenger {
  const updates: Incoming[] = [];
  let wake = new AbortController();
  const fine: Result<void> = { ok: true, value: undefined };
  const failing = (call: ScriptedMessenger['failures'][number]['call']): Result<never> | undefined => {
    const at = messenger.failures.findIndex((one) => one.call === call);
    const [found] = at === -1 ? [] : messenger.failures.splice(at, 1);
    return found && { ok: false, failure: found.failure };
  };

  const messenger: ScriptedMessenger = {
    channel,
    identity: { id: '7000', username: 'bellhop_test_bot', name: 'Bellhop test' },
    failures: [],
    polls: [],
    polling: 0,
    mostPolls: 0,
    answers: [],
    left: [],
    webhook: { url: null, secret: null, set: 0, removed: 0, lastError: null },
    tell(...more) {
      updates.push(...more);
      wake.abort();
      wake = new AbortController();
    },
    whoAmI: async () => failing('whoAmI') ?? { ok: true, value: messenger.identity },
    deepLink: (bot, payload) => `https://messenger.test/${bot.username}?start=${payload}`,
    send: async () => ({ ok: true, value: { messageId: '1' } }),
    edit: async () => fine,
    async answerTap(tapId, notice) {
      messenger.answers.push({ tapId, notice });
      return fine;
    },
    async leaveGroup(groupId) {
      messenger.left.push(groupId);
      return fine;
    },
    async poll(position, { signal }) {
      messenger.polls.push(position);
      const failed = failing('poll');
      if (failed !== undefined) return failed;
      messenger.polling += 1;
      messenger.mostPolls = Math.max(messenger.mostPolls, messenger.polling);
      const from = Number(position ?? 0);
      while (updates.length <= from && !signal.aborted) {
        await new Promise<void>((go) => {
          for (const one of [signal, wake.signal]) one.addEventListener('abort', () => go(), { once: true });
        });
      }
      messenger.polling -= 1;
      return { ok: true, value: { updates: updates.slice(from), position: String(updates.length) } };
    },
    parseUpdate(body) {
      const { update } = body as { update?: Incoming };
      return update && { ...update, at: new Date(update.at) };
    },
    webhookSecretHeader: 'X-Test-Secret',
    async setWebhook(url, secret) {
      const failed = failing('setWebhook');
      if (failed !== undefined) return failed;
      messenger.webhook = { ...messenger.webhook, url, secret, set: messenger.webhook.set + 1 };
      return fine;
    },
    webhookState: async () =>
      failing('webhookState') ?? {
        ok: true,
        value: { url: messenger.webhook.url, lastError: messenger.webhook.lastError },
      },
    async removeWebhook() {
      const failed = failing('removeWebhook');
      if (failed !== undefined) return failed;
      messenger.webhook = { ...messenger.webhook, url: null, secret: null, removed: messenger.webhook.removed + 1 };
      return fine;
    },
    close: async () => {},
  };
  return messenger;
}

let made = 0;

/** Somebody new each time. */
export function somebody(lang: Lang = 'en', firstName = 'Anna'): Person {
  made += 1;
  return { id: String(100_000 + made), firstName, username: null, lang };
}

function told(): { key: string; at: Date } {
  made += 1;
  return { key: `update-${made}`, at: new Date('2026-11-14T09:30:00.000Z') };
}

export function started(person: Person, payload: string | null): Incoming {
  return { ...told(), kind: 'started', person, payload };
}

export function typed(person: Person, text: string): Incoming {
  return { ...told(), kind: 'text', person, text };
}

export function tapped(person: Person, data: string): Incoming & { kind: 'tap' } {
  const { key, at } = told();
  return { key, at, kind: 'tap', person, tapId: `tap-${key}`, messageId: '1', data };
}

export function inGroup(groupId: string): Incoming {
  return { ...told(), kind: 'group', groupId };
}

export function happened(kind: 'stopped' | 'unblocked', person: Person): Incoming {
  return { ...told(), kind, person };
}
