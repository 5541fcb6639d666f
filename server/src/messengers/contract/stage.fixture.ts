/** One adapter on a stage of its own: a simulated messenger, a phone, and what the suites ask of both. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Channel, Failure, Incoming, Messenger, OutgoingMessage, Result, Updates } from '../messenger.ts';
import { type Guest, openPhone, type Phone } from './phone.fixture.ts';

export type AdapterOptions = {
  token: string;
  apiRoot: string;
  linkRoot: string;
  timeoutMs: number;
  log: (detail: string) => void;
};

export type Adapter = {
  channel: Channel;
  create(options: AdapterOptions): Messenger;
  /** The platform's names of the calls, as the sandbox lists them. */
  calls: { whoAmI: string; send: string; poll: string };
  /** How often the bytes of a document went out. */
  documentUploads(phone: Phone): Promise<number>;
};

export const letters = 'Привет, 👩‍👩‍👧‍👦! שלום 🇷🇺 — «ёж» ';
export const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024).fill(7);
export const plain = (text: string, rest: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  text,
  format: 'plain',
  ...rest,
});
export const saidNo = (reason: string) => expect.objectContaining({ kind: 'said_no', reason });
export const unreachable = (maybeDone: boolean) => expect.objectContaining({ kind: 'unreachable', maybeDone });

export function succeeded<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`it failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}

export class Stage {
  readonly channel: Channel;
  readonly calls: Adapter['calls'];
  readonly #documentUploads: Adapter['documentUploads'];
  /** Of the last poll that was confirmed. */
  position: string | null = null;
  readonly #create: Adapter['create'];
  readonly #told: string[] = [];
  #phone: Phone | undefined;
  #messenger: Messenger | undefined;

  constructor({ channel, create, calls, documentUploads }: Adapter) {
    this.channel = channel;
    this.#documentUploads = documentUploads;
    this.calls = calls;
    this.#create = create;
    beforeAll(async () => {
      this.#phone = await openPhone(channel);
      this.#messenger = this.open();
    });
    afterEach(() => this.phone.clearFaults());
    afterAll(async () => {
      await this.messenger.close();
      await this.phone.sandbox.close();
      expect(this.#told.length).toBeGreaterThan(10);
      const { token } = this.phone.bot;
      expect(this.#told.filter((line) => line.includes(token) || line.includes('wrong-token'))).toEqual([]);
    });
  }

  get phone(): Phone {
    if (!this.#phone) throw new Error('the stage is not set yet');
    return this.#phone;
  }

  get messenger(): Messenger {
    if (!this.#messenger) throw new Error('the stage is not set yet');
    return this.#messenger;
  }

  open(options: Partial<AdapterOptions> = {}): Messenger {
    return this.#create({
      token: this.phone.bot.token,
      apiRoot: this.phone.sandbox[`${this.channel}ApiRoot`],
      linkRoot: this.phone.sandbox.linkRoots[this.channel],
      timeoutMs: 5_000,
      log: (detail) => this.#told.push(detail),
      ...options,
    });
  }

  /** Kept, too, to be searched for the token at the end. */
  failureOf(result: Result<unknown>): Failure {
    if (result.ok) throw new Error('it succeeded');
    this.#told.push(JSON.stringify(result));
    return result.failure;
  }

  documentUploads(): Promise<number> {
    return this.#documentUploads(this.phone);
  }

  async send(guest: Guest, message: OutgoingMessage): Promise<string> {
    return succeeded(await this.messenger.send(guest.id, message)).messageId;
  }

  async pollOnce(by = this.messenger, from = this.position, timeoutSeconds = 0): Promise<Updates> {
    return succeeded(await by.poll(from, { timeoutSeconds, signal: AbortSignal.timeout(20_000) }));
  }

  /** Waits for updates and confirms them. */
  async awaitUpdates(): Promise<Incoming[]> {
    const { updates, position } = await this.pollOnce(this.messenger, this.position, 10);
    this.position = position;
    return updates;
  }

  /** Everything that is waiting, confirmed. */
  async takeUpdates(): Promise<Incoming[]> {
    const taken: Incoming[] = [];
    for (;;) {
      const { updates, position } = await this.pollOnce();
      this.position = position;
      if (updates.length === 0) return taken;
      taken.push(...updates);
    }
  }
}
