import type { Logger } from 'pino';
import type { Database } from '#db';
import type { BotIdentity, Messenger } from '#messengers';
import { listBots } from './bot-store.ts';

const ASK_AGAIN_MS = 5_000;

/**
 * Who the bot is, for links and secrets, in processes of any role. The platform's word counts; until
 * it comes, what the database knows from before serves.
 */
export class KnownIdentity {
  #known: BotIdentity | undefined;
  #asking: Promise<BotIdentity | undefined> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  readonly #messenger: Messenger;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(messenger: Messenger, database: Database, log: Logger) {
    this.#messenger = messenger;
    this.#database = database;
    this.#log = log;
  }

  learn(identity: BotIdentity): void {
    this.#known = identity;
  }

  async read(): Promise<BotIdentity | undefined> {
    if (this.#known !== undefined) return this.#known;
    const asking = this.#ask();
    return (await this.#remembered()) ?? (await asking);
  }

  #ask(): Promise<BotIdentity | undefined> {
    if (this.#asking === undefined && performance.now() - this.#askedAt >= ASK_AGAIN_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#askPlatform().finally(() => {
        this.#asking = undefined;
      });
    }
    return this.#asking ?? Promise.resolve(undefined);
  }

  async #askPlatform(): Promise<BotIdentity | undefined> {
    const { channel } = this.#messenger;
    try {
      const answer = await this.#messenger.whoAmI();
      if (answer.ok) this.learn(answer.value);
      else this.#log.debug({ channel, detail: answer.failure.detail }, 'the platform did not say who the bot is');
    } catch (err) {
      this.#log.debug({ channel, err }, 'the platform could not be asked who the bot is');
    }
    return this.#known;
  }

  async #remembered(): Promise<BotIdentity | undefined> {
    const bots = await listBots(this.#database);
    const row = bots.find(({ channel }) => channel === this.#messenger.channel);
    if (row === undefined || row.botId === null) return undefined;
    return { id: row.botId, username: row.username ?? '', name: row.name ?? '' };
  }
}
