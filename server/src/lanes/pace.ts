/** `perSecond` starts in any second; one start per key in any `perKeyMs`. `Infinity` and 0 lift them. */
export type PaceRules = { perSecond: number; perKeyMs: number };

const SECOND_MS = 1_000;
/** How much of a second's room ordinary rows may save up, and how much they wait for before a look. */
const SAVED_PART = 1 / 5;
const LOOK_PART = 1 / 10;

/**
 * How fast one lane may go, kept by its one owner. The limit is a sliding second; within it ordinary rows are spread
 * evenly, so that an urgent one finds room within a tenth of a second even while the lane is saturated.
 */
export class Pace {
  readonly #rules: PaceRules;
  readonly #spacingMs: number;
  /** Starts of the last second, oldest first. */
  readonly #starts: number[] = [];
  /** When each key was last started, oldest first. */
  readonly #keys = new Map<string, number>();
  #ordinaryPaidUntil = Number.NEGATIVE_INFINITY;
  #pausedUntil: number;

  /** `quietUntil`: the former owner's last second is unknown, so a new one begins after it. */
  constructor(rules: PaceRules, quietUntil: Date) {
    this.#rules = rules;
    this.#spacingMs = SECOND_MS / rules.perSecond;
    this.#pausedUntil = quietUntil.getTime();
  }

  /** How many may start now, and how many of them may be ordinary. */
  room(at: Date): { all: number; ordinary: number } {
    const now = at.getTime();
    this.#forget(now);
    if (now < this.#pausedUntil) return { all: 0, ordinary: 0 };
    const all = this.#rules.perSecond - this.#starts.length;
    if (this.#spacingMs === 0) return { all, ordinary: all };
    const saved = Math.floor((now - this.#paidFrom(now)) / this.#spacingMs + 1e-6);
    return { all, ordinary: Math.min(all, saved) };
  }

  busyKeys(at: Date): string[] {
    this.#forget(at.getTime());
    return [...this.#keys.keys()];
  }

  start(at: Date, key: string | undefined, urgent: boolean): void {
    const now = at.getTime();
    if (Number.isFinite(this.#rules.perSecond)) this.#starts.push(now);
    if (!urgent) this.#ordinaryPaidUntil = this.#paidFrom(now) + this.#spacingMs;
    if (key === undefined || this.#rules.perKeyMs === 0) return;
    this.#keys.delete(key);
    this.#keys.set(key, now);
  }

  pauseUntil(until: Date): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until.getTime());
  }

  /**
   * When more may start than now; undefined where nothing holds anything back. `more`: rows wait that only the pace of
   * the lane held back; without them only those of busy keys can be waiting.
   */
  lookAgainAt(at: Date, more: boolean): Date | undefined {
    const now = at.getTime();
    const { all, ordinary } = this.room(at);
    if (now < this.#pausedUntil) return new Date(this.#pausedUntil);
    const [oldestStart] = this.#starts;
    if (all <= 0 && oldestStart !== undefined) return new Date(oldestStart + SECOND_MS);
    const times: number[] = [];
    if (more && ordinary < all)
      times.push(this.#paidFrom(now) + Math.max(1, this.#rules.perSecond * LOOK_PART) * this.#spacingMs);
    const [oldestKey] = this.#keys.values();
    if (oldestKey !== undefined) times.push(oldestKey + this.#rules.perKeyMs);
    return times.length === 0 ? undefined : new Date(Math.ceil(Math.max(now + 1, Math.min(...times))));
  }

  /** Ordinary rows are paid for up to here; what was not used is saved, but not for long. */
  #paidFrom(now: number): number {
    const most = Math.max(1, this.#rules.perSecond * SAVED_PART) * this.#spacingMs;
    return Math.max(this.#ordinaryPaidUntil, now - most);
  }

  #forget(now: number): void {
    const kept = this.#starts.findIndex((start) => start > now - SECOND_MS);
    this.#starts.splice(0, kept === -1 ? this.#starts.length : kept);
    for (const [key, start] of this.#keys) {
      if (start > now - this.#rules.perKeyMs) break;
      this.#keys.delete(key);
    }
  }
}
