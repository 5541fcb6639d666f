import type { Logger } from 'pino';

/** Small repeated work of one process. Tasks may run in several processes at once and must not mind. */
export type HousekeepingTask = { name: string; everyMs: number; run: () => Promise<unknown> };

export function startHousekeeping(tasks: HousekeepingTask[], log: Logger): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const timers = tasks.map((task) => {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      const turn = task
        .run()
        .then(
          () => {},
          (err: unknown) => log.warn({ err, task: task.name }, 'housekeeping failed; it is tried again'),
        )
        .finally(() => {
          busy = false;
          running.delete(turn);
        });
      running.add(turn);
    }, task.everyMs);
    timer.unref();
    return timer;
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** Repeats a batched clean-up until a batch comes back short. */
export async function untilShort(batch: number, run: (most: number) => Promise<number>): Promise<void> {
  while ((await run(batch)) === batch);
}
