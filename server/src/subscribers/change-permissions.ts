import { type Transaction, transact } from '#db';
import type { Caller } from '#http';
import { uuidv7 } from '#lib/ids.ts';
import { MOST_MARKS, markNotFound, nameTaken, tooManyMarks } from './mark-name.ts';
import { grantToAll, lockMarks, removeMark, renameMark } from './mark-store.ts';
import type { Permission } from './permission.ts';
import {
  deletePermission,
  findPermissions,
  insertPermission,
  listPermissions,
  updatePermission,
} from './permission-store.ts';
import { recordAct } from './record-act.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

type CountedPermission = Permission & { subscribers: number };

/** Whoever is subscribed already does not have it, unless it is granted to all. */
export async function createPermission(
  options: SubscribersOptions,
  caller: Caller,
  wish: Pick<Permission, 'name' | 'title'> & { grantToAll: boolean },
): Promise<CountedPermission> {
  const { name, title } = wish;
  return changingPermissions(options, caller, async (tx, known) => {
    if (known.some((other) => other.name === name)) throw nameTaken('permission', name);
    if (known.length >= MOST_MARKS) throw tooManyMarks('permissions');
    const createdAt = options.clock.now();
    await insertPermission(tx, caller.projectId, { id: uuidv7(createdAt), name, title, createdAt });
    if (wish.grantToAll) await grantToAll(tx, caller.projectId, name);
    await recordAct(tx, options, caller, 'permission.created', { name, grant_to_all: wish.grantToAll });
    return counted(tx, caller.projectId, name);
  });
}

/** Everybody who has the old name has the new one. */
export async function changePermission(
  options: SubscribersOptions,
  caller: Caller,
  name: string,
  change: { name?: string | undefined; title?: Permission['title'] | undefined },
): Promise<CountedPermission> {
  const { projectId } = caller;
  return changingPermissions(options, caller, async (tx, known) => {
    const permission = known.find((one) => one.name === name);
    if (permission === undefined) throw markNotFound('permission');
    const next: Permission = {
      ...permission,
      name: change.name ?? permission.name,
      title: change.title ?? permission.title,
    };
    if (known.some((other) => other.name === next.name && other.id !== next.id))
      throw nameTaken('permission', next.name);
    if (change.name !== undefined || change.title !== undefined) {
      await updatePermission(tx, next);
      if (next.name !== name) await renameMark(tx, 'permission', projectId, { from: name, to: next.name });
      await recordAct(tx, options, caller, 'permission.changed', { name, to: next.name, title: next.title });
    }
    return counted(tx, projectId, next.name);
  });
}

/** Nobody has it any more; as the project's own act it is no event. */
export async function removePermission(options: SubscribersOptions, caller: Caller, name: string): Promise<void> {
  await changingPermissions(options, caller, async (tx, known) => {
    const permission = known.find((one) => one.name === name);
    if (permission === undefined) throw markNotFound('permission');
    await deletePermission(tx, permission.id);
    await removeMark(tx, 'permission', caller.projectId, name);
    await recordAct(tx, options, caller, 'permission.removed', { name });
  });
}

/** One change of a project's permissions at a time: what was read stays true. */
function changingPermissions<T>(
  { database }: SubscribersOptions,
  { projectId }: Caller,
  change: (tx: Transaction, known: Permission[]) => Promise<T>,
): Promise<T> {
  return transact(database, async (tx) => {
    await lockMarks(tx, projectId);
    return change(tx, await findPermissions(tx, projectId));
  });
}

async function counted(tx: Transaction, projectId: string, name: string): Promise<CountedPermission> {
  const [permission] = await listPermissions(tx, projectId, name);
  if (permission === undefined) throw new Error('A permission that was just written is not there.');
  return permission;
}
