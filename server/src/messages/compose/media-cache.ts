import { addSeconds, type Clock } from '#lib/clock.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import { createSlots } from '#lib/outgoing/slots.ts';
import type { LoadedMedia } from './compose-project-message.ts';
import type { MediaWish } from './composition.ts';
import { type FetchedMedia, fetchMedia } from './fetch-media.ts';

export type MediaCacheOptions = {
  outgoing: Pick<Outgoing, 'request'>;
  clock: Clock;
  /** For one file, from the first byte asked for to the last. */
  timeoutMs?: number;
  /** What is kept; what is being fetched or sent comes on top. */
  mostBytes?: number;
  /** Fetched at once, a quarter of them from one host; others wait. */
  mostAtOnce?: number;
};

type Entry = { loaded: Promise<LoadedMedia>; bytes: number /** Null while it is being fetched. */; until: Date | null };

/** Seconds that something is kept. What its server wants to be asked for every time is still asked for once a minute only. */
const KEPT = { longest: 600, shortest: 60, refused: 60, failed: 10 };

const MOST_ENTRIES = 1_000;

/**
 * The media of messages, fetched once for all who get it: sends of the same address and type share one `Media` object,
 * by which the adapters know that they have uploaded it before.
 */
export class MediaCache {
  readonly #options: Required<MediaCacheOptions>;
  /** The one used longest ago first. */
  readonly #entries = new Map<string, Entry>();
  readonly #slots;
  readonly #slotsOfHost;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: MediaCacheOptions) {
    this.#options = { timeoutMs: 60_000, mostBytes: 128 * 1024 * 1024, mostAtOnce: 8, ...options };
    this.#slots = createSlots(this.#options.mostAtOnce);
    this.#slotsOfHost = createSlots(Math.ceil(this.#options.mostAtOnce / 4));
  }

  readonly load = (wish: MediaWish): Promise<LoadedMedia> => {
    this.#sweep();
    const key = `${wish.type} ${wish.url}`;
    const known = this.#entries.get(key);
    this.#entries.delete(key);
    const entry = known ?? { loaded: this.#fetch(key, wish), bytes: 0, until: null };
    this.#entries.set(key, entry);
    return entry.loaded;
  };

  async #fetch(key: string, wish: MediaWish): Promise<LoadedMedia> {
    const { outgoing, timeoutMs, clock } = this.#options;
    const fetched = await this.#inTurn(wish.url, () => fetchMedia(outgoing, wish, timeoutMs)).catch(
      (error: unknown) => {
        this.#entries.delete(key);
        throw error;
      },
    );
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      entry.until = addSeconds(clock.now(), secondsKept(fetched));
      entry.bytes = fetched.ok ? fetched.media.bytes.length : 0;
    }
    this.#sweep();
    return fetched;
  }

  /** A slow server keeps few others waiting. */
  async #inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
    const host = URL.parse(url)?.host ?? '';
    await this.#slotsOfHost.enter(host);
    await this.#slots.enter('all');
    try {
      return await work();
    } finally {
      this.#slots.leave('all');
      this.#slotsOfHost.leave(host);
    }
  }

  #sweep(): void {
    const { clock, mostBytes } = this.#options;
    const now = clock.now();
    let bytes = 0;
    for (const [key, entry] of this.#entries) {
      if (entry.until !== null && entry.until <= now) this.#entries.delete(key);
      else bytes += entry.bytes;
    }
    for (const [key, entry] of this.#entries) {
      if (bytes <= mostBytes && this.#entries.size <= MOST_ENTRIES) break;
      if (entry.until === null) continue;
      this.#entries.delete(key);
      bytes -= entry.bytes;
    }
    clearTimeout(this.#sweeper);
    // What nobody asks for again must not stay for good.
    if (this.#entries.size > 0) this.#sweeper = setTimeout(() => this.#sweep(), KEPT.shortest * 1000).unref();
  }
}

function secondsKept(fetched: FetchedMedia): number {
  if (!fetched.ok) return fetched.retryable ? KEPT.failed : KEPT.refused;
  return Math.min(KEPT.longest, Math.max(KEPT.shortest, fetched.freshSeconds ?? KEPT.longest));
}
