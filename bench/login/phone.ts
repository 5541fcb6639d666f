/** The sandbox's API, as far as a login needs it. */
export type Phone = {
  people(count: number): Promise<number[]>;
  /** Opens the link in Telegram and waits for the question; answers its id. */
  open(personId: number, link: string): Promise<number>;
  yes(personId: number, messageId: number): Promise<void>;
};

type Chat = { version: number; messages: { message_id: number; buttons: { text: string }[] }[] };

const PATIENCE_SECONDS = 30;

export function phoneAt(url: string): Phone {
  const call = async <T>(path: string, body?: Record<string, unknown>): Promise<T> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${url}/sandbox/${path}`, body === undefined ? {} : post);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

  return {
    async people(count) {
      return (await call<{ person_ids: number[] }>('people/bulk', { count, channel: 'telegram' })).person_ids;
    },
    async open(personId, link) {
      let { chat } = await call<{ chat: Chat }>('open', { person_id: personId, link });
      const deadline = performance.now() + PATIENCE_SECONDS * 1000;
      for (;;) {
        const question = chat.messages.findLast(({ buttons }) => buttons.some(({ text }) => text === 'Yes'));
        if (question !== undefined) return question.message_id;
        if (performance.now() > deadline) throw new Error(`Person ${personId} was asked nothing.`);
        chat = await call<Chat>(`chats/telegram/${personId}?wait=5&after=${chat.version}`);
      }
    },
    async yes(personId, messageId) {
      await call('tap', { person_id: personId, channel: 'telegram', message_id: messageId, button: 'Yes' });
    },
  };
}
