import type { Logger } from 'pino';
import { afterCommit, type Database, type Notifications, type Transaction, transact } from '#db';
import { type Finish, type LaneLimits, LaneWorker, type Ledger, type PaceRules } from '#lanes';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import type { Channel } from '#messengers';
import { ClaimPlaces } from './claim-places.ts';
import { claimMessages, findDueLanes, type SendJob } from './claim-store.ts';
import { type Compose, type Content, ContentTypes } from './content.ts';
import { type Departed, type FinishedMessage, LANES, LEDGER, type MessageWish, PRIORITY } from './message.ts';
import { endDeadline, insertMessages, type MessageRow, type SettledRow, withdrawQueued } from './message-store.ts';
import { OpenTakings } from './open-takings.ts';
import type { Outcome } from './outcome.ts';
import { deleteTakings, finishRecipients, settleTakings, withdrawRecipients } from './recipient-store.ts';
import { type Messengers, outcomeOfThrown, sendMessage } from './send-message.ts';
import { finishMessages, settleAbandoned } from './sending-store.ts';

/** What both platforms allow a bot, unless they agreed to more; 0 lifts it. */
export function paceOf(messagesPerSecond = 30): PaceRules {
  return messagesPerSecond === 0
    ? { perSecond: Number.POSITIVE_INFINITY, perKeyMs: 0 }
    : { perSecond: messagesPerSecond, perKeyMs: 1_000 };
}

/** At a platform's pace a handful is in flight; without one, enough to send while the next are being taken. */
const LIMITS: LaneLimits = { perLane: 400, total: 800, slowPerLane: 10, slowTotal: 20, slowAfterMs: 10_000 };

/** Told of final outcomes, in the transaction that stores them: what it throws undoes them, and they are stored later. */
export type OutcomeHandler = (tx: Transaction, finished: FinishedMessage[]) => Promise<void>;

export type MessagesOptions = {
  database: Database;
  /** Connections for fetching and storing. */
  queues: Database;
  notifications: Notifications;
  clock: Clock;
  log: Logger;
  messengers: Messengers;
  pace?: PaceRules;
};

/** Messages on their way out, from any feature and any process: queued in a transaction, sent once, at the platforms' pace. */
export class Messages {
  readonly #queues: Database;
  readonly #clock: Clock;
  readonly #contents = new ContentTypes();
  readonly #handlers: OutcomeHandler[] = [];
  readonly #worker: LaneWorker<SendJob, Outcome>;

  constructor(options: MessagesOptions) {
    const { database, notifications, clock, log } = options;
    this.#queues = options.queues;
    this.#clock = clock;
    this.#worker = new LaneWorker({ ledger: this.#ledger(options), database, clock, log, notifications });
  }

  /** Once per type, by the composition root, in every process. Answers how to make content of that type. */
  registerContent<Data>(type: string, compose: Compose<Data>): (data: Data) => Content {
    return this.#contents.register(type, compose);
  }

  /** By the composition root only, before anything is sent. */
  onOutcome(handler: OutcomeHandler): void {
    this.#handlers.push(handler);
  }

  /** Stored in the caller's transaction, sent after its commit. Answers its id. */
  async queue(tx: Transaction, wish: MessageWish): Promise<string> {
    const [id] = await this.queueAll(tx, [wish]);
    if (id === undefined) throw new Error('A message was queued without an id.');
    return id;
  }

  async queueAll(tx: Transaction, wishes: MessageWish[]): Promise<string[]> {
    const now = this.#clock.now();
    const rows = wishes.map((wish) => toRow(wish, wish.id ?? uuidv7(now)));
    if (rows.length > 0) await insertMessages(tx, rows, now);
    this.wake(tx, new Set(wishes.map(({ channel }) => channel)));
    return rows.map(({ id }) => id);
  }

  /** After the commit: something is to be sent there. A hint. */
  wake(tx: Transaction, channels: Iterable<Channel>): void {
    afterCommit(tx, () => {
      for (const channel of channels) this.#worker.wake(LANES[channel]);
    });
  }

  /** Not sent any more unless it was already: then answers what the platform calls it, so that it can be edited. */
  withdraw(tx: Transaction, id: string): Promise<string | null> {
    return endDeadline(tx, id, this.#clock.now());
  }

  /** What projects still had to say to people who are gone: skipped, in the transaction of their leaving. */
  async withdrawFrom(tx: Transaction, departed: Departed[]): Promise<void> {
    const rows = departed.map(({ channel, recipient, subscriberId }) => ({
      lane: LANES[channel],
      recipient,
      subscriber_id: subscriberId,
    }));
    if (rows.length === 0) return;
    const now = this.#clock.now();
    const withdrawn = await withdrawQueued(tx, rows, now);
    await this.#tell(tx, [...withdrawn, ...(await withdrawRecipients(tx, rows, now))]);
  }

  start(): void {
    this.#worker.start();
  }

  /** Waits for what is being sent. */
  async stop(): Promise<void> {
    await this.#worker.stop();
  }

  /** For tests: sends all that is due by the clock and that the pace allows now. */
  async tick(): Promise<void> {
    await this.#worker.tick();
  }

  #ledger({ queues, messengers, log, pace }: MessagesOptions): Ledger<SendJob, Outcome> {
    const clock = this.#clock;
    const contents = this.#contents;
    const settle = (store: (tx: Transaction) => Promise<SettledRow[]>) => this.#settle(store);
    const lanes = [...messengers.keys()].map((channel) => LANES[channel]);
    const places = new ClaimPlaces();
    const takings = new OpenTakings();
    return {
      name: LEDGER,
      limits: LIMITS,
      pace: pace ?? paceOf(),
      fetchClaims: true,
      // Two bots at most: they are asked after by name. Shards that are not ours are dropped by the worker.
      discover: ({ afterLane, now }) =>
        findDueLanes(
          queues,
          lanes.filter((lane) => lane > afterLane),
          now,
        ),
      async fetch(wants, now) {
        const taken = await claimMessages(queues, wants, places.all(), now);
        places.goOnAfter(taken);
        takings.add(taken);
        return taken;
      },
      attempt: (job) => sendMessage(job, { messengers, contents, clock, log }),
      outcomeOfError: (job) => outcomeOfThrown(job, clock),
      async finish(batch, now) {
        const ended = takings.takeEnded();
        const settled = await settle(async (tx) => {
          if (ended.length > 0) await deleteTakings(tx, ended);
          return storeOutcomes(tx, batch, now);
        });
        // Not those that were refused, because the lane has another owner: in their taking they are found.
        takings.finished(settled);
      },
      async recover(held, inFlight, now) {
        places.forget();
        await settle((tx) => settleAbandoned(tx, held, inFlight, now));
        await settle((tx) => settleTakings(tx, held, { inFlight, wellKnown: takings.wellKnown(inFlight) }, now));
      },
    };
  }

  /** The outcome and all that follows from it commit together or not at all. */
  #settle(store: (tx: Transaction) => Promise<SettledRow[]>): Promise<SettledRow[]> {
    return transact(this.#queues, async (tx) => {
      const settled = await store(tx);
      await this.#tell(tx, settled);
      return settled;
    });
  }

  async #tell(tx: Transaction, settled: SettledRow[]): Promise<void> {
    const finished = settled.filter((row): row is FinishedMessage => row.state !== 'queued');
    if (finished.length === 0) return;
    for (const handler of this.#handlers) await handler(tx, finished);
  }
}

async function storeOutcomes(tx: Transaction, batch: Finish<SendJob, Outcome>[], now: Date): Promise<SettledRow[]> {
  const single = batch.filter(({ job }) => job.takingId === null);
  const recipients = batch.filter(({ job }) => job.takingId !== null);
  const stored = new Set([
    ...(single.length > 0 ? await finishMessages(tx, single, now) : []),
    ...(recipients.length > 0 ? await finishRecipients(tx, recipients, now) : []),
  ]);
  return batch.filter(({ job }) => stored.has(job.id)).map(({ job, outcome }) => settledRow(job, outcome, now));
}

/** All that is told of a finished message was read when it was taken. */
function settledRow(job: SendJob, outcome: Outcome, finishedAt: Date): SettledRow {
  const { id, channel, recipient, author, projectId, subscriberId, jobId, requestId } = job;
  const about = { id, channel, recipient, author, projectId, subscriberId, jobId, requestId };
  const reason = 'reason' in outcome ? outcome.reason : null;
  const error = 'error' in outcome ? outcome.error : null;
  return { ...about, state: outcome.state, reason, error, finishedAt };
}

function toRow(wish: MessageWish, id: string): MessageRow {
  const { edits } = wish;
  return {
    id,
    lane: LANES[wish.channel],
    priority: PRIORITY[wish.priority],
    channel: wish.channel,
    recipient: wish.recipient,
    kind: edits === undefined ? 'send' : 'edit',
    edits: edits !== undefined && 'messageId' in edits ? edits.messageId : null,
    edits_platform_message_id: edits !== undefined && 'platformMessageId' in edits ? edits.platformMessageId : null,
    author: wish.author ?? 'bellhop',
    project_id: wish.projectId ?? null,
    subscriber_id: wish.subscriberId ?? null,
    request_id: wish.requestId ?? null,
    content: wish.content,
    deadline: wish.deadline ?? null,
    skipped: wish.skipped ?? null,
  };
}
