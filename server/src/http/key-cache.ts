import { secretHash } from '#lib/secret-hash.ts';

type Role = 'owner' | 'admin' | 'viewer';

/** Who calls: a project's key, or somebody of its team in the dashboard. */
export type Caller = {
  /** As the audit trail names it: `key:<id>` or `account:<id>`. */
  actor: string;
  projectId: string;
  /** A key may do what an admin may. */
  role: Role;
  active: boolean;
  requestsPerMinute: number;
};

export type FindCaller = (keyHash: Buffer) => Promise<Caller | undefined>;

/** Revocation is noticed within a second across processes, so an answer is kept for less. */
const KEEP_MS = 800;
const MOST_KEYS = 10_000;

/** Remembers who a key belongs to for a moment, and asks the database once for many at a time. */
export class KeyCache {
  readonly #find: FindCaller;
  readonly #monotonic: () => number;
  readonly #kept = new Map<string, { until: number; caller: Promise<Caller | undefined> }>();

  constructor(find: FindCaller, monotonic: () => number = () => performance.now()) {
    this.#find = find;
    this.#monotonic = monotonic;
  }

  caller(apiKey: string): Promise<Caller | undefined> {
    const now = this.#monotonic();
    const known = this.#kept.get(apiKey);
    if (known !== undefined && known.until > now) return known.caller;

    const caller = this.#find(secretHash(apiKey));
    this.#kept.delete(apiKey);
    this.#kept.set(apiKey, { until: now + KEEP_MS, caller });
    if (this.#kept.size > MOST_KEYS) this.#forgetOldest();
    const forget = () => {
      if (this.#kept.get(apiKey)?.caller === caller) this.#kept.delete(apiKey);
    };
    // Neither a failure nor an unknown key is worth keeping.
    caller.then((found) => found ?? forget(), forget);
    return caller;
  }

  #forgetOldest(): void {
    const oldest = this.#kept.keys().next().value;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
