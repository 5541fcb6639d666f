/** At most so many at once per key; the others wait in order. A key that nobody uses takes no memory. */
export type Slots = {
  /** Resolves to false when the signal ended the wait. */
  enter(key: string, signal?: AbortSignal): Promise<boolean>;
  leave(key: string): void;
};

type Queue = { taken: number; waiting: Set<() => void> };

export function createSlots(perKey: number): Slots {
  const queues = new Map<string, Queue>();
  return {
    enter(key, signal) {
      if (signal?.aborted) return Promise.resolve(false);
      const queue = queues.get(key) ?? { taken: 0, waiting: new Set() };
      queues.set(key, queue);
      if (queue.taken < perKey) {
        queue.taken += 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const admit = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(true);
        };
        const giveUp = () => {
          queue.waiting.delete(admit);
          resolve(false);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.waiting.add(admit);
      });
    },
    leave(key) {
      const queue = queues.get(key);
      if (queue === undefined) return;
      const [next] = queue.waiting;
      if (next !== undefined) {
        // The slot passes on without becoming free in between.
        queue.waiting.delete(next);
        next();
      } else {
        queue.taken -= 1;
        if (queue.taken === 0) queues.delete(key);
      }
    },
  };
}
