import type { Channel } from '../world/person.ts';

export type Call = {
  readonly seq: number;
  readonly at: number;
  readonly channel: Channel;
  readonly method: string;
  readonly params: unknown;
  /** 0 where no answer was given. */
  readonly status: number;
  readonly response: unknown;
  readonly durationMs: number;
  readonly fault: string | null;
};

const callsKept = 1000;
const longestString = 1000;
const secretNames = new Set(['secret_token', 'secret', 'token', 'access_token']);

/** The raw calls as they happened, newest last; nobody's secrets are shown. */
export class CallLog {
  readonly #listeners = new Set<(call: Call) => void>();
  #calls: Call[] = [];
  #lastSeq = 0;

  add(call: Omit<Call, 'seq'>): void {
    this.#lastSeq += 1;
    const kept: Call = { ...call, seq: this.#lastSeq };
    this.#calls.push(kept);
    // Cut rarely: shifting a long array on every call would cost more than the call.
    if (this.#calls.length >= callsKept * 2) this.#calls = this.#calls.slice(-callsKept);
    for (const listener of this.#listeners) listener(masked(kept));
  }

  list(filter: { channel: string | null; method: string | null; since: number }): Call[] {
    return this.#calls
      .slice(-callsKept)
      .filter(
        (call) =>
          call.seq > filter.since &&
          (filter.channel === null || call.channel === filter.channel) &&
          (filter.method === null || call.method.toLowerCase() === filter.method.toLowerCase()),
      )
      .map(masked);
  }

  listen(listener: (call: Call) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Only when somebody looks: of a load test's calls nobody sees more than the last. */
const masked = (call: Call): Call => ({ ...call, params: mask(call.params), response: mask(call.response) });

function mask(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longestString ? `${value.slice(0, longestString)}…` : value;
  if (typeof value !== 'object' || value === null || depth > 8) return value;
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => mask(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.has(name) && typeof inner === 'string' ? '•••' : mask(inner, depth + 1),
    ]),
  );
}
