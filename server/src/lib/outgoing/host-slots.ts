import { Line } from './line.ts';

/** Something that may be over before a slot comes free. */
type Patience = { readonly isOver: boolean; onEnd: (() => void) | undefined };

export type Slot = { readonly queue: Queue; readonly since: number };

/**
 * So many requests at once per host; the others wait in order. A host that nobody calls takes no memory.
 *
 * Slots that come free in one turn of the event loop are passed on together at its end: first all answers are read, then
 * all next requests are written. Each for itself would wake the host once per request, to find one at a time.
 */
export type HostSlots = {
  /** A free slot at once, or none. */
  tryEnter(host: string): Slot | undefined;
  /** Resolves to undefined where patience ended first. */
  enter(host: string, patience?: Patience): Promise<Slot | undefined>;
  leave(slot: Slot): void;
  /** How many wait for a slot. */
  readonly waiting: number;
};

export type HostSlotsOptions = {
  /** At once per host. */
  most: number;
  /**
   * Of which so many may be young: a crowd at a brisk host needs few connections. Older ones do not count, so the slow
   * ones of a host do not hold up the others.
   */
  mostYoung?: number;
  youngMs?: number;
};

/** Those who gave up stay in the line until it is their turn. */
type Waiter = { admit: ((slot: Slot) => void) | undefined };

type Queue = { readonly host: string; all: number; young: Set<Slot>; waiting: Line<Waiter>; isAdmitting: boolean };

const sweepEveryMs = 25;

export function createHostSlots({ most, mostYoung = most, youngMs = 100 }: HostSlotsOptions): HostSlots {
  const queues = new Map<string, Queue>();
  let sweeping: NodeJS.Timeout | undefined;
  let allWaiting = 0;

  const hasRoom = ({ all, young }: Queue) => young.size < mostYoung && all < most;
  const take = (queue: Queue): Slot => {
    const slot = { queue, since: performance.now() };
    queue.all += 1;
    queue.young.add(slot);
    return slot;
  };
  const admit = (queue: Queue) => {
    queue.isAdmitting = false;
    while (hasRoom(queue)) {
      const waiter = queue.waiting.take();
      if (waiter === undefined) break;
      if (waiter.admit === undefined) continue;
      allWaiting -= 1;
      waiter.admit(take(queue));
    }
    if (queue.all === 0) queues.delete(queue.host);
  };
  const admitAtEndOfTurn = (queue: Queue) => {
    if (queue.isAdmitting) return;
    queue.isAdmitting = true;
    setImmediate(admit, queue);
  };
  const sweep = () => {
    sweeping = undefined;
    const before = performance.now() - youngMs;
    for (const queue of queues.values()) {
      // In order of age.
      for (const slot of queue.young) {
        if (slot.since > before) break;
        queue.young.delete(slot);
      }
      if (!queue.isAdmitting) admit(queue);
      if (queue.waiting.length > 0) sweepLater();
    }
  };
  const sweepLater = () => {
    if (sweeping === undefined) sweeping = setTimeout(sweep, sweepEveryMs).unref();
  };

  const tryEnter = (host: string): Slot | undefined => {
    let queue = queues.get(host);
    if (queue === undefined) {
      queue = { host, all: 0, young: new Set(), waiting: new Line(), isAdmitting: false };
      queues.set(host, queue);
    }
    // Whoever comes while slots are about to be passed on does not overtake those who wait for them.
    return hasRoom(queue) && !queue.isAdmitting ? take(queue) : undefined;
  };

  return {
    get waiting() {
      return allWaiting;
    },
    tryEnter,
    enter(host, patience) {
      if (patience?.isOver) return Promise.resolve(undefined);
      const slot = tryEnter(host);
      if (slot !== undefined) return Promise.resolve(slot);
      const { waiting } = queues.get(host) as Queue;
      sweepLater();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          admit(slot) {
            if (patience !== undefined) patience.onEnd = undefined;
            resolve(slot);
          },
        };
        waiting.add(waiter);
        allWaiting += 1;
        if (patience === undefined) return;
        patience.onEnd = () => {
          waiter.admit = undefined;
          allWaiting -= 1;
          resolve(undefined);
        };
      });
    },
    leave(slot) {
      const { queue } = slot;
      queue.all -= 1;
      queue.young.delete(slot);
      if (queue.waiting.length > 0) admitAtEndOfTurn(queue);
      else if (queue.all === 0) queues.delete(queue.host);
    },
  };
}
