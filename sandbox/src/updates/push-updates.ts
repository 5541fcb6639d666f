import type { QueuedUpdate, UpdateQueue } from './update-queue.ts';

export type PushTarget = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether this subscription wants the update. */
  wants(update: QueuedUpdate): boolean;
  accepts(status: number): boolean;
  /** Called after each attempt; `error` is null when it was accepted. */
  report(error: string | null): void;
};

export type PushLog = (entry: { url: string; update: QueuedUpdate; status: number; durationMs: number }) => void;

const firstRetryMs = 200;
const longestRetryMs = 60_000;
const attemptTimeoutMs = 30_000;

/** Posts pending updates to the bot's webhooks, one by one and in order, each until it is accepted. */
export class UpdatePusher {
  readonly #queue: UpdateQueue;
  readonly #targets: () => readonly PushTarget[];
  readonly #log: PushLog;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;

  constructor(queue: UpdateQueue, targets: () => readonly PushTarget[], log: PushLog) {
    this.#queue = queue;
    this.#targets = targets;
    this.#log = log;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#queue.wakeAll();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const update = this.#targets().length > 0 ? this.#queue.pending[0] : undefined;
      if (!update) {
        await this.#queue.wait(60_000, signal);
        continue;
      }
      await this.#deliver(update);
    }
  }

  async #deliver(update: QueuedUpdate): Promise<void> {
    const done = new Set<string>();
    for (let attempt = 0; !this.#stop.signal.aborted; attempt += 1) {
      const open = this.#targets().filter((target) => !done.has(target.url));
      if (this.#targets().length === 0) return;
      for (const target of open) {
        if (!target.wants(update) || (await this.#post(target, update))) done.add(target.url);
      }
      if (this.#stop.signal.aborted) return;
      if (this.#targets().every((target) => done.has(target.url))) {
        if (this.#targets().length > 0) this.#queue.remove(update);
        return;
      }
      await this.#queue.rest(Math.min(firstRetryMs * 2 ** attempt, longestRetryMs), this.#stop.signal);
    }
  }

  async #post(target: PushTarget, update: QueuedUpdate): Promise<boolean> {
    const started = performance.now();
    let status = 0;
    let problem: string | null;
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...target.headers },
        body: JSON.stringify(update.body),
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(attemptTimeoutMs)]),
      });
      status = response.status;
      await response.arrayBuffer();
      problem = target.accepts(status) ? null : `Wrong response from the webhook: ${status} ${response.statusText}`;
    } catch {
      problem = 'Connection failed';
    }
    if (this.#stop.signal.aborted) return false;
    this.#log({ url: target.url, update, status, durationMs: Math.round(performance.now() - started) });
    target.report(problem);
    return problem === null;
  }
}
