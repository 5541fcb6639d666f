import { type Chat, emptyChat } from './chat.ts';
import type { Message, MessageContent } from './message.ts';
import type { Channel, Person } from './person.ts';

const historyLimit = 200;
const crowdHistoryLimit = 5;
const channels: readonly Channel[] = ['telegram', 'max'];
const epoch = Date.UTC(2026, 0, 1);

export type WorldEvent =
  | { readonly type: 'people' }
  | { readonly type: 'chat'; readonly channel: Channel; readonly personId: number; readonly version: number }
  | { readonly type: 'typing'; readonly channel: Channel; readonly personId: number }
  | {
      readonly type: 'notification';
      readonly channel: Channel;
      readonly personId: number;
      readonly text: string;
      readonly alert: boolean;
    };

export type Counters = { person: number; message: number; update: number; callback: number };

export type NewPerson = { firstName: string; username: string | null; lang: string; crowd?: boolean };

/** People, their chats and the counters; knows nothing of either Bot API. */
export class World {
  readonly people = new Map<number, Person>();
  readonly counters: Counters;
  readonly now: () => number;
  readonly #chats = { telegram: new Map<number, Chat>(), max: new Map<number, Chat>() };
  readonly #listeners = new Set<(event: WorldEvent) => void>();
  #changes = 0;

  constructor(now: () => number) {
    this.now = now;
    // Counters begin at the clock, so that ids do not repeat even where a state file was thrown away.
    const seed = Math.max(1, Math.floor((now() - epoch) / 1000));
    this.counters = { person: 0, message: seed, update: seed, callback: seed };
  }

  /** Grows with every change that is worth saving. */
  get changes(): number {
    return this.#changes;
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: WorldEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  touch(): void {
    this.#changes += 1;
  }

  next(counter: keyof Counters): number {
    this.#changes += 1;
    this.counters[counter] += 1;
    return this.counters[counter];
  }

  addPerson({ firstName, username, lang, crowd = false }: NewPerson): Person {
    const person: Person = { id: this.next('person'), firstName, username, lang, crowd, deactivated: false };
    this.people.set(person.id, person);
    if (!crowd) this.emit({ type: 'people' });
    return person;
  }

  chat(channel: Channel, personId: number): Chat {
    const existing = this.#chats[channel].get(personId);
    if (existing) return existing;
    const chat = emptyChat();
    this.#chats[channel].set(personId, chat);
    return chat;
  }

  chats(channel: Channel): ReadonlyMap<number, Chat> {
    return this.#chats[channel];
  }

  restoreChat(channel: Channel, personId: number, chat: Chat): void {
    this.#chats[channel].set(personId, chat);
  }

  addMessage(
    channel: Channel,
    person: Person,
    from: Message['from'],
    content: Partial<MessageContent> & { protected?: boolean },
  ): Message {
    const chat = this.chat(channel, person.id);
    const message: Message = {
      id: this.next('message'),
      from,
      at: this.now(),
      text: content.text ?? '',
      spans: content.spans ?? [],
      rows: content.rows ?? [],
      media: content.media ?? [],
      editedAt: null,
      protected: content.protected ?? false,
    };
    chat.messages.push(message);
    const limit = person.crowd ? crowdHistoryLimit : historyLimit;
    if (chat.messages.length > limit) chat.messages.splice(0, chat.messages.length - limit);
    if (from === 'bot') chat.sent += 1;
    this.changed(channel, person.id);
    return message;
  }

  removeMessage(channel: Channel, personId: number, messageId: number): boolean {
    const chat = this.chat(channel, personId);
    const index = chat.messages.findIndex((message) => message.id === messageId);
    if (index < 0) return false;
    chat.messages.splice(index, 1);
    this.changed(channel, personId);
    return true;
  }

  findMessage(channel: Channel, personId: number, messageId: number): Message | undefined {
    return this.#chats[channel].get(personId)?.messages.findLast((message) => message.id === messageId);
  }

  changed(channel: Channel, personId: number): void {
    const chat = this.chat(channel, personId);
    chat.version += 1;
    this.#changes += 1;
    this.emit({ type: 'chat', channel, personId, version: chat.version });
  }

  resetCounts(): void {
    for (const channel of channels) for (const chat of this.#chats[channel].values()) chat.sent = 0;
    this.touch();
  }
}
