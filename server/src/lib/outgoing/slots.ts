/** At most so many at once per key; the others wait in order. A key that nobody uses takes no memory. */
export type Slots = {
  enter(key: string): Promise<void>;
  leave(key: string): void;
};

type Queue = { taken: number; waiting: Set<() => void> };

export function createSlots(perKey: number): Slots {
  const queues = new Map<string, Queue>();
  return {
    enter(key) {
      const queue = queues.get(key) ?? { taken: 0, waiting: new Set() };
      queues.set(key, queue);
      if (queue.taken < perKey) {
        queue.taken += 1;
        return Promise.resolve();
      }
      return new Promise((admit) => queue.waiting.add(admit));
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
