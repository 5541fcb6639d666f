import type { Clock } from '#lib/clock.ts';
import type { Channel, Failure, Messenger, OutgoingMessage } from '#messengers';

export type Call = { act: 'send' | 'edit'; person: string; text: string; messageId: string; at: Date };
export type Answer = { ok: true } | { failure: Failure };

export type FakeMessenger = Messenger & {
  calls: Call[];
  /** What the platform answers from now on; a promise keeps the caller waiting. */
  answer(how: (call: Call) => Answer | Promise<Answer>): void;
};

/** A platform that remembers what it was told and answers as the test says. */
export function createFakeMessenger(channel: Channel, clock: Clock): FakeMessenger {
  const calls: Call[] = [];
  let answer: (call: Call) => Answer | Promise<Answer> = () => ({ ok: true });
  const receive = async (act: Call['act'], person: string, messageId: string, { text }: OutgoingMessage) => {
    const call = { act, person, text, messageId, at: clock.now() };
    calls.push(call);
    return answer(call);
  };
  const unused = () => Promise.reject(new Error('Sending needs no such call.'));
  return {
    channel,
    calls,
    answer(how) {
      answer = how;
    },
    async send(person, message) {
      const messageId = `${channel}-${calls.length + 1}`;
      const given = await receive('send', person, messageId, message);
      return 'ok' in given ? { ok: true, value: { messageId } } : { ok: false, failure: given.failure };
    },
    async edit(person, messageId, message) {
      const given = await receive('edit', person, messageId, message);
      return 'ok' in given ? { ok: true, value: undefined } : { ok: false, failure: given.failure };
    },
    deepLink: () => '',
    parseUpdate: () => undefined,
    webhookSecretHeader: '',
    whoAmI: unused,
    answerTap: unused,
    leaveGroup: unused,
    poll: unused,
    setWebhook: unused,
    webhookState: unused,
    removeWebhook: unused,
    close: async () => {},
  };
}
