import type { Faults } from '../faults/faults.ts';
import type { Channel } from '../world/person.ts';
import type { World } from '../world/world.ts';
import type { QueuedUpdate, UpdateQueue } from './update-queue.ts';

const defaultDelayMs = 3000;

/** Updates that a fault holds back; they arrive at the latest when the sandbox stops. */
export class LateUpdates {
  readonly #late = new Map<NodeJS.Timeout, () => void>();

  hold(milliseconds: number, deliver: () => void): void {
    const timer = setTimeout(() => {
      this.#late.delete(timer);
      deliver();
    }, milliseconds);
    this.#late.set(timer, deliver);
  }

  deliverAll(): void {
    for (const [timer, deliver] of this.#late) {
      clearTimeout(timer);
      deliver();
    }
    this.#late.clear();
  }
}

export type UpdateSource = {
  readonly channel: Channel;
  readonly world: World;
  readonly faults: Faults;
  readonly queue: UpdateQueue;
  readonly late: LateUpdates;
};

/** Puts what a person did into the bot's queue, with whatever faults are in force. */
export function enqueueUpdate(
  { channel, world, faults, queue, late }: UpdateSource,
  type: string,
  personId: number,
  makeBody: (id: number) => QueuedUpdate['body'],
): void {
  const at = world.now();
  const fault = faults.takeForUpdate({ channel, personId });
  const deliver = () => {
    const id = world.next('update');
    const update = { id, type, at, body: makeBody(id) };
    queue.add(update);
    if (fault?.kind === 'duplicate_updates') queue.add({ ...update });
  };
  if (fault?.kind === 'late_updates') late.hold(fault.delayMs ?? defaultDelayMs, deliver);
  else deliver();
}
