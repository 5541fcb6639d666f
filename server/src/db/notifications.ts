import pg from 'pg';

/** `undefined`: notifications may have been missed (the connection is new), so look for yourself. */
export type NotificationHandler = (payload: string | undefined) => void;

const PING_EVERY_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * LISTEN and NOTIFY over one connection of this process, which reconnects for ever. A notification is
 * a hint and can be lost; whoever listens must come to the same end, only later, without it.
 */
export class Notifications {
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  readonly #handlers = new Map<string, Set<NotificationHandler>>();
  #client: pg.PoolClient | undefined;
  #connecting: Promise<void> | undefined;
  #said: Promise<void> = Promise.resolve();
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  /** The handler is also called once listening has begun. Answers how to stop. */
  listen(channel: string, handler: NotificationHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    if (this.#client === undefined) this.#connect();
    else this.#say(this.#client, `listen ${pg.escapeIdentifier(channel)}`, () => handler(undefined));
    return () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.#handlers.get(channel) !== handlers) return;
      this.#handlers.delete(channel);
      if (this.#client !== undefined) this.#say(this.#client, `unlisten ${pg.escapeIdentifier(channel)}`);
    };
  }

  /** Outside a transaction, after its commit: inside, it would make all commits wait for each other. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    this.#client?.release(true);
    this.#client = undefined;
  }

  #connect(): void {
    if (this.#closed || this.#connecting !== undefined) return;
    this.#connecting = this.#open()
      .catch((error: Error) => this.#tryLater(error))
      .finally(() => {
        this.#connecting = undefined;
      });
  }

  async #open(): Promise<void> {
    const client = await this.#pool.connect();
    const lost = (error?: Error) => this.#lose(client, error ?? new Error('The connection that listens was closed.'));
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    this.#client = client;
    this.#said = Promise.resolve();
    for (const channel of this.#handlers.keys()) {
      this.#say(client, `listen ${pg.escapeIdentifier(channel)}`, () => {
        this.#failures = 0;
        this.#tell(channel, undefined);
      });
    }
    this.#pingLater(client);
  }

  #tell(channel: string, payload: string | undefined): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
  }

  #say(client: pg.PoolClient, statement: string, then: () => void = () => {}): void {
    // One statement at a time, as node-postgres asks for.
    this.#said = this.#said
      .then(() => (this.#client === client ? client.query(statement) : undefined))
      .then(then)
      .catch((error: Error) => this.#lose(client, error));
  }

  /** A connection that a firewall dropped gives no sign of its own. */
  #pingLater(client: pg.PoolClient): void {
    this.#timer = setTimeout(() => {
      const dead = () => this.#lose(client, new Error('The connection that listens is dead.'));
      const overdue = setTimeout(dead, PING_EVERY_MS);
      overdue.unref();
      this.#say(client, 'select', () => {
        clearTimeout(overdue);
        if (this.#client === client && !this.#closed) this.#pingLater(client);
      });
    }, PING_EVERY_MS);
    this.#timer.unref();
  }

  #lose(client: pg.PoolClient, error: Error): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    client.release(error);
    this.#tryLater(error);
  }

  #tryLater(error: Error): void {
    if (this.#closed) return;
    this.#onError(error);
    clearTimeout(this.#timer);
    const pause = Math.min(100 * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), pause);
    this.#timer.unref();
  }
}
