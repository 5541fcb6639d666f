import type { Notifications } from '#db';

/** Far below PostgreSQL's 8,000 bytes. */
const LANES_PER_HINT = 500;
const SHARES_CHANGED = 'shares';

export type HintHandlers = {
  onLanes: (lanes: number[]) => void;
  onSharesChanged: () => void;
  /** Hints may have been lost. */
  onGap: () => void;
};

/**
 * Tells the other workers of a ledger that there is something to do. Coalesced: while one NOTIFY is under way the next
 * collects. A hint that fails is dropped, for the poll finds the same a second later.
 */
export class WakeHints {
  readonly #notifications: Notifications;
  readonly #channel: string;
  #lanes = new Set<number>();
  #sharesChanged = false;
  #sending: Promise<void> | undefined;

  constructor(notifications: Notifications, ledger: string) {
    this.#notifications = notifications;
    this.#channel = `lanes_${ledger}`;
  }

  listen(handlers: HintHandlers): () => void {
    return this.#notifications.listen(this.#channel, (payload) => {
      if (payload === undefined) handlers.onGap();
      else if (payload === SHARES_CHANGED) handlers.onSharesChanged();
      else handlers.onLanes(payload.split(',').map(Number));
    });
  }

  wake(lane: number): void {
    this.#lanes.add(lane);
    this.#send();
  }

  sharesChanged(): void {
    this.#sharesChanged = true;
    this.#send();
  }

  async sent(): Promise<void> {
    await this.#sending;
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#lanes.size > 0 || this.#sharesChanged) this.#send();
    });
  }

  async #sendAll(): Promise<void> {
    // Everything of this turn of the event loop goes together.
    await new Promise(setImmediate);
    while (this.#lanes.size > 0 || this.#sharesChanged) {
      const lanes = [...this.#lanes].slice(0, LANES_PER_HINT);
      for (const lane of lanes) this.#lanes.delete(lane);
      const payloads = lanes.length > 0 ? [lanes.join(',')] : [];
      if (this.#sharesChanged) payloads.push(SHARES_CHANGED);
      this.#sharesChanged = false;
      for (const payload of payloads) await this.#notifications.notify(this.#channel, payload).catch(() => {});
    }
  }
}
