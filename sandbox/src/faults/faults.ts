import type { Channel } from '../world/person.ts';
import { type Fault, type FaultSettings, updateFaultKinds } from './fault.ts';

const defaults: FaultSettings = { enforceLimits: false, attachmentReadyAfterMs: 300 };

type Occasion = { channel: Channel; method?: string; personId: number | null };

/** The faults in force, oldest first; the first that fits an occasion happens. */
export class Faults {
  settings: FaultSettings = { ...defaults };
  #faults: Fault[] = [];
  #lastId = 0;

  add(fault: Omit<Fault, 'id'>): Fault {
    this.#lastId += 1;
    const added = { ...fault, id: this.#lastId };
    this.#faults.push(added);
    return added;
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
    this.settings = { ...defaults };
  }

  takeForCall(occasion: Occasion): Fault | null {
    return this.#take(occasion, (fault) => !updateFaultKinds.has(fault.kind));
  }

  takeForUpdate(occasion: Occasion): Fault | null {
    return this.#take(occasion, (fault) => updateFaultKinds.has(fault.kind));
  }

  #take({ channel, method, personId }: Occasion, fits: (fault: Fault) => boolean): Fault | null {
    const fault = this.#faults.find(
      (candidate) =>
        fits(candidate) &&
        (candidate.channel === null || candidate.channel === channel) &&
        (candidate.method === null ||
          method === undefined ||
          candidate.method.toLowerCase() === method.toLowerCase()) &&
        (candidate.personId === null || candidate.personId === personId),
    );
    if (!fault) return null;
    if (fault.times > 0) fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((other) => other !== fault);
    return fault;
  }
}
