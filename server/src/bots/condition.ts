import type { Logger } from 'pino';
import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { Channel, Failure } from '#messengers';
import { recordTrouble } from './bot-store.ts';

/** How a bot fares with its platform: kept in its row, and logged when it changes, not at every try. */
export class Condition {
  #trouble: string | undefined;
  readonly #channel: Channel;
  readonly #deps: { database: Database; clock: Clock; log: Logger };

  constructor(channel: Channel, deps: { database: Database; clock: Clock; log: Logger }) {
    this.#channel = channel;
    this.#deps = deps;
  }

  async failed(failure: Failure): Promise<void> {
    const kind = failure.kind === 'said_no' ? failure.reason : failure.kind;
    await this.#troubled(kind, failure.detail);
  }

  /** The platform's own complaint about our webhook, in its words. */
  async complained(detail: string): Promise<void> {
    await this.#troubled(`webhook ${detail}`, detail);
  }

  /** Not the platform's fault, and not to be written where it cannot be. */
  stalled(): void {
    if (this.#trouble !== 'database')
      this.#deps.log.warn({ channel: this.#channel }, 'updates wait for the database; none is lost');
    this.#trouble = 'database';
  }

  fine(): void {
    if (this.#trouble !== undefined) this.#deps.log.info({ channel: this.#channel }, 'the bot receives updates again');
    this.#trouble = undefined;
  }

  async #troubled(kind: string, detail: string): Promise<void> {
    const { database, clock, log } = this.#deps;
    if (this.#trouble !== kind) {
      log.warn({ channel: this.#channel, trouble: kind, detail }, 'the bot has trouble receiving updates; tried again');
    }
    this.#trouble = kind;
    // The record is for people to look at; the database away is told elsewhere.
    await recordTrouble(database, this.#channel, clock.now(), detail).catch(() => {});
  }
}
