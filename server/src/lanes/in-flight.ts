import { type Place, Roster } from '#lib/roster.ts';
import type { LaneJob } from './ledger.ts';

/** Among so many a look at each is the fastest way to find one. */
const FEW = 32;

/** One row of one lane that must not be attempted again yet. */
export type Flight = Place<LaneJob>;

/**
 * Rows that must not be attempted although a fetch returns them. A row stays here until its finish is stored and
 * every fetch that was under way by then has returned: the snapshot of such a fetch may predate the finish.
 */
export class InFlight {
  readonly #lanes = new Map<number, Roster<LaneJob>>();
  #finished: Flight[] = [];
  #fetching = false;

  add(job: LaneJob): Flight {
    let jobs = this.#lanes.get(job.lane);
    if (jobs === undefined) {
      jobs = new Roster();
      this.#lanes.set(job.lane, jobs);
    }
    return jobs.enter(job);
  }

  /** Those of a lane's jobs that are not here. */
  leftOut<Job extends LaneJob>(lane: number, jobs: Job[]): Job[] {
    const here = this.#lanes.get(lane)?.items() ?? [];
    if (here.length === 0) return jobs;
    if (here.length <= FEW) return jobs.filter(({ id }) => !here.some((job) => job.id === id));
    const ids = new Set(here.map(({ id }) => id));
    return jobs.filter(({ id }) => !ids.has(id));
  }

  /** The finish is stored, or will never be. */
  finished(flight: Flight): void {
    if (this.#fetching) this.#finished.push(flight);
    else this.#remove(flight);
  }

  fetchBegins(): void {
    this.#fetching = true;
  }

  /** Once what it returned has been looked through. */
  fetchEnded(): void {
    this.#fetching = false;
    for (const flight of this.#finished) this.#remove(flight);
    this.#finished = [];
  }

  inLane(lane: number): number {
    return this.#lanes.get(lane)?.size ?? 0;
  }

  lanes(): Iterable<number> {
    return this.#lanes.keys();
  }

  ids(): string[] {
    return [...this.#lanes.values()].flatMap((jobs) => jobs.items().map(({ id }) => id));
  }

  #remove(flight: Flight): void {
    const { lane } = flight.item;
    const jobs = this.#lanes.get(lane);
    jobs?.leave(flight);
    if (jobs?.size === 0) this.#lanes.delete(lane);
  }
}
