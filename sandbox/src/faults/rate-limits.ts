const perBot = 30;
// A sender that paces itself at exactly one a second still jitters on the way.
const chatTolerance = 0.9;
const chatsRemembered = 10_000;

/** Telegram's published limits: 30 sends a second per bot, one a second per chat. One instance per bot. */
export class RateLimits {
  readonly #now: () => number;
  readonly #lastSend = new Map<number, number>();
  #tokens = perBot;
  #refilledAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds to wait, or null when the send may pass (and is counted). */
  takeSend(personId: number): number | null {
    const now = this.#now();
    this.#tokens = Math.min(perBot, this.#tokens + ((now - this.#refilledAt) / 1000) * perBot);
    this.#refilledAt = now;
    const sinceLast = now - (this.#lastSend.get(personId) ?? Number.NEGATIVE_INFINITY);
    if (sinceLast < 1000 * chatTolerance || this.#tokens < 1) return 1;
    this.#tokens -= 1;
    this.#lastSend.delete(personId);
    this.#lastSend.set(personId, now);
    const oldest = this.#lastSend.keys().next();
    if (this.#lastSend.size > chatsRemembered && !oldest.done) this.#lastSend.delete(oldest.value);
    return null;
  }
}
