import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import type { BotIdentity, Channel, Incoming, Messenger } from '#messengers';
import { Background, settleWithin } from './background.ts';
import { measureBots } from './bot-metrics.ts';
import { recordPushedUpdate, type UpdateMode } from './bot-store.ts';
import { type BotTimings, TIMINGS } from './bot-timings.ts';
import { type Handled, handleUpdate } from './handle-update.ts';
import { KnownIdentity } from './known-identity.ts';
import { Manners, type Reply } from './manners.ts';
import { deletePuzzledBefore } from './person-store.ts';
import { receiveUpdates } from './receive-updates.ts';
import { type Commanded, type FromPerson, type Handler, Routes, type Started, type TapHandler } from './routes.ts';
import { Turns } from './turns.ts';
import { deleteUpdatesBefore } from './update-store.ts';
import { webhookSecret } from './webhook-secret.ts';

export type BotsOptions = {
  bots: { messenger: Messenger; updates: UpdateMode }[];
  database: Database;
  clock: Clock;
  log: Logger;
  reply: Reply;
  /** Webhook secrets are derived from it. */
  masterKey: Buffer;
  baseUrl: string;
  metrics?: Registry;
  timings?: Partial<BotTimings>;
};

type OwnBot = { messenger: Messenger; mode: UpdateMode; identity: KnownIdentity; pushNotedAt: number };

const WIDTH = 8;
const KEEP_KEYS_SECONDS = 48 * 3600;
const KEEP_PUZZLED_SECONDS = 24 * 3600;
const NOTE_PUSHES_EVERY_MS = 5_000;
const LAST_WORDS_MS = 2_000;
const STOP_WITHIN_MS = 5_000;

/** Updates in: one receiver per bot in all processes, each update handled once, routed to the feature that asked for it. */
export class Bots {
  readonly #options: BotsOptions;
  readonly #timings: BotTimings;
  readonly #bots = new Map<Channel, OwnBot>();
  readonly #routes = new Routes();
  readonly #manners: Manners;
  readonly #turns = new Turns(WIDTH);
  readonly #background = new Background();
  readonly #stop = new AbortController();
  readonly #count: ReturnType<typeof measureBots> | undefined;
  #receiving: Promise<void>[] = [];

  constructor(options: BotsOptions) {
    const { database, clock, log, reply, metrics } = options;
    this.#options = options;
    this.#timings = { ...TIMINGS, ...options.timings };
    this.#manners = new Manners({ reply, clock, routes: this.#routes });
    this.#count = metrics && measureBots(metrics, database, clock);
    for (const { messenger, updates } of options.bots) {
      const identity = new KnownIdentity(messenger, database, log);
      this.#bots.set(messenger.channel, { messenger, mode: updates, identity, pushNotedAt: Number.NEGATIVE_INFINITY });
    }
  }

  /** Deep-link payloads `prefix_rest`. */
  onStart(prefix: string, handler: Handler<Started>): void {
    this.#routes.addStart(prefix, handler);
  }

  /** Buttons with tap data `prefix:rest`. */
  onTap(prefix: string, handler: TapHandler): void {
    this.#routes.addTap(prefix, handler);
  }

  /** In lower case and without the slash; takes the place of the bot's own answer. */
  onCommand(name: string, handler: Handler<Commanded>): void {
    this.#routes.addCommand(name, handler);
  }

  /** The person blocked or stopped the bot. */
  onStopped(handler: Handler<FromPerson>): void {
    this.#routes.stopped.push(handler);
  }

  onUnblocked(handler: Handler<FromPerson>): void {
    this.#routes.unblocked.push(handler);
  }

  /** The person chose another language; `lang` is the new one. */
  onLanguage(handler: Handler<FromPerson>): void {
    this.#routes.language.push(handler);
  }

  /** In processes with the role `bots`; returns at once, failures are retried. */
  start(): void {
    const { database, clock, log, baseUrl } = this.#options;
    this.#receiving = [...this.#bots.values()].map(({ messenger, mode, identity }) =>
      receiveUpdates({
        ...{ database, clock, log, messenger, mode },
        timings: this.#timings,
        stop: this.#stop.signal,
        webhookUrl: `${baseUrl}/bots/${messenger.channel}`,
        secretOf: (bot) => this.#secretOf(messenger.channel, bot),
        learned: (bot) => identity.learn(bot),
        inTurn: (update, work) => this.#turns.take(turnOf(messenger.channel, update), work),
        handle: (bot, update, signal) => this.#handle(messenger, bot, update, signal),
      }),
    );
  }

  /** Ends polls at once, lets running transactions end, hands the leases over. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // A database that hangs must not hold the process; the leases then run out by themselves.
    await settleWithin(STOP_WITHIN_MS, this.#receiving);
    await this.#background.settle(LAST_WORDS_MS);
  }

  /** Undefined where that messenger has no bot, or nobody has been able to ask who it is. */
  async identity(channel: Channel): Promise<BotIdentity | undefined> {
    return this.#bots.get(channel)?.identity.read();
  }

  /** Removes what is no longer needed; answers how many rows, at most `most`. */
  async forgetOld(most: number): Promise<number> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const keys = await deleteUpdatesBefore(database, addSeconds(now, -KEEP_KEYS_SECONDS), most);
    const people = await deletePuzzledBefore(database, addSeconds(now, -KEEP_PUZZLED_SECONDS), most);
    return Math.max(keys, people);
  }

  /** The messenger of a bot that is told of updates by webhook. */
  pushed(channel: Channel): Messenger | undefined {
    const bot = this.#bots.get(channel);
    return bot?.mode === 'webhook' ? bot.messenger : undefined;
  }

  async pushSecret(channel: Channel): Promise<string | undefined> {
    const identity = await this.identity(channel);
    return identity && this.#secretOf(channel, identity);
  }

  /** Resolves once the update is handled or known; throws where it must be told again. */
  async receive(channel: Channel, update: Incoming): Promise<Handled> {
    const bot = this.#bots.get(channel);
    if (bot === undefined) throw new Error(`There is no bot on ${channel}.`);
    const handled = await this.#turns.take(turnOf(channel, update), async () => {
      const identity = await bot.identity.read();
      if (identity === undefined) throw new Error('The bot is not known yet.');
      return this.#handle(bot.messenger, identity, update, this.#stop.signal);
    });
    this.#notePush(bot);
    return handled;
  }

  async #handle(messenger: Messenger, identity: BotIdentity, update: Incoming, signal: AbortSignal): Promise<Handled> {
    const { database, clock, log } = this.#options;
    const parts = { routes: this.#routes, manners: this.#manners, background: this.#background };
    const deps = { database, clock, log, timings: this.#timings, ...parts };
    const handled = await handleUpdate(deps, { messenger, identity }, update, signal);
    this.#count?.(messenger.channel, update.kind, handled.outcome);
    return handled;
  }

  /** For the dashboard only, so now and then is enough. */
  #notePush(bot: OwnBot): void {
    if (performance.now() - bot.pushNotedAt < NOTE_PUSHES_EVERY_MS) return;
    bot.pushNotedAt = performance.now();
    const { database, clock } = this.#options;
    void this.#background.add(() => recordPushedUpdate(database, bot.messenger.channel, clock.now()));
  }

  #secretOf(channel: Channel, identity: BotIdentity): string {
    return webhookSecret(this.#options.masterKey, channel, identity.id);
  }
}

function turnOf(channel: Channel, update: Incoming): string {
  return 'person' in update ? `${channel} ${update.person.id}` : `${channel} update ${update.key}`;
}
