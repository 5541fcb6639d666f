import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Database } from '#db';
import type { Seal } from '#lib/seal.ts';
import { readTargets, type SealedTarget } from './secret-store.ts';
import type { DueDelivery } from './sending-store.ts';

/** Where an attempt goes and what it is signed with. */
export type Target = {
  url: string;
  active: boolean;
  /** Newest first, with those that have been replaced and not ended yet. */
  secrets: { key: KeyObject; expiresAt: Date | null }[];
};

const MOST_KEPT = 10_000;

/**
 * Endpoints with their opened secrets, kept as long as their version stands. The version is read together with the due
 * deliveries, so a change takes effect with the next delivery that is fetched, in every process.
 */
export class EndpointTargets {
  readonly #database: Database;
  readonly #seal: Seal;
  readonly #kept = new Map<number, Target & { version: number }>();

  constructor(database: Database, seal: Seal) {
    this.#database = database;
    this.#seal = seal;
  }

  async of<Job extends Pick<DueDelivery, 'lane' | 'version'>>(jobs: Job[]): Promise<(Job & { target: Target })[]> {
    const stale = new Set(jobs.filter((job) => !this.#isFresh(job)).map(({ lane }) => lane));
    if (stale.size > 0) for (const sealed of await readTargets(this.#database, [...stale])) this.#keep(sealed);
    const found = jobs.map((job) => Object.assign(job, { target: this.#kept.get(job.lane) ?? GONE }));
    for (const lane of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(lane);
    }
    return found;
  }

  #isFresh({ lane, version }: Pick<DueDelivery, 'lane' | 'version'>): boolean {
    return (this.#kept.get(lane)?.version ?? 0) >= version;
  }

  #keep({ lane, version, url, active, secrets }: SealedTarget): void {
    const opened = secrets.map(({ id, sealed, expiresAt }) => ({
      key: createSecretKey(this.#seal.open(sealed, id), 'utf8'),
      expiresAt,
    }));
    this.#kept.delete(lane);
    this.#kept.set(lane, { version, url, active, secrets: opened });
  }
}

const GONE: Target = { url: '', active: false, secrets: [] };
