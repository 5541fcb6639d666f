import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import { type Subscriber, subscriberJson } from './subscriber.ts';

/** `subscription.permission_changed`, unless the same permissions are there as before. */
export async function tellPermissionChange(
  tx: Transaction,
  { clock, events }: { clock: Clock; events: Events },
  before: Pick<Subscriber, 'permissions'>,
  after: Subscriber,
): Promise<void> {
  const added = without(after.permissions, before.permissions);
  const removed = without(before.permissions, after.permissions);
  if (added.length === 0 && removed.length === 0) return;
  await events.emit(tx, {
    projectId: after.projectId,
    name: 'subscription.permission_changed',
    data: { ...subscriberJson(after), added, removed },
    at: clock.now(),
  });
}

export function sameMembers(one: string[], other: string[]): boolean {
  return without(one, other).length === 0 && without(other, one).length === 0;
}

function without(names: string[], others: string[]): string[] {
  return names.filter((name) => !others.includes(name));
}
