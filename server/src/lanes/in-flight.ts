import { type Place, Roster } from '#lib/roster.ts';
import type { LaneJob } from './ledger.ts';

/** One row of one lane that must not be attempted again yet. */
export type Flight = { readonly lane: number; readonly place: Place<LaneJob> };

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
    return { lane: job.lane, place: jobs.enter(job) };
  }

  /** Among few: a lane of rows that a fetch may return again has few in flight. */
  has({ lane, id }: LaneJob): boolean {
    return this.#lanes.get(lane)?.some((job) => job.id === id) ?? false;
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

  #remove({ lane, place }: Flight): void {
    const jobs = this.#lanes.get(lane);
    jobs?.leave(place);
    if (jobs?.size === 0) this.#lanes.delete(lane);
  }
}
