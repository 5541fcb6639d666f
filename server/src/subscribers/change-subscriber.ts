import { transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { Lang } from '#messengers';
import { tellEnded } from './end-subscriptions.ts';
import { requireExternalId } from './external-id.ts';
import { requireKnownPermissions, requireKnownTags } from './known-marks.ts';
import { holdMarks } from './mark-store.ts';
import { sameMembers, tellPermissionChange } from './permission-change.ts';
import { recordAct } from './record-act.ts';
import { publicSubscriberId, type Subscriber } from './subscriber.ts';
import { deleteSubscriber, lockSubscriber, updateSubscriber } from './subscriber-store.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

export type SubscriberChange = {
  /** Null clears it. */
  externalId?: string | null | undefined;
  lang?: Lang | undefined;
  /** In place of those that the person has. */
  tags?: string[] | undefined;
  permissions?: string[] | undefined;
};

/** Changes what is given; two changes at once do not undo each other. */
export async function changeSubscriber(
  options: SubscribersOptions,
  caller: Caller,
  id: string,
  change: SubscriberChange,
): Promise<Subscriber> {
  if (typeof change.externalId === 'string') requireExternalId(change.externalId);
  const { projectId } = caller;
  return transact(options.database, async (tx) => {
    await holdMarks(tx, projectId);
    const before = await lockSubscriber(tx, projectId, id);
    if (before === undefined) throw subscriberNotFound();
    const tags = change.tags && (await requireKnownTags(tx, projectId, change.tags));
    const permissions = change.permissions && (await requireKnownPermissions(tx, projectId, change.permissions));
    const after: Subscriber = {
      ...before,
      externalId: change.externalId === undefined ? before.externalId : change.externalId,
      lang: change.lang ?? before.lang,
      tags: tags === undefined || sameMembers(tags, before.tags) ? before.tags : tags,
      permissions:
        permissions === undefined || sameMembers(permissions, before.permissions) ? before.permissions : permissions,
    };
    const fields = (['externalId', 'lang', 'tags', 'permissions'] as const).filter(
      (field) => after[field] !== before[field],
    );
    if (fields.length === 0) return before;
    await updateSubscriber(tx, after);
    await tellPermissionChange(tx, options, before, after);
    const detail = { subscriber_id: publicSubscriberId(id), fields: fields.map((field) => FIELD_NAMES[field]) };
    await recordAct(tx, options, caller, 'subscriber.changed', detail);
    return after;
  });
}

const FIELD_NAMES = { externalId: 'external_id', lang: 'lang', tags: 'tags', permissions: 'permissions' };

/** The row goes, and the id with it: whoever subscribes again is somebody new. */
export async function removeSubscriber(options: SubscribersOptions, caller: Caller, id: string): Promise<void> {
  await transact(options.database, async (tx) => {
    const subscriber = await lockSubscriber(tx, caller.projectId, id);
    if (subscriber === undefined) throw subscriberNotFound();
    await deleteSubscriber(tx, id);
    if (subscriber.active) await tellEnded(tx, options, [{ ...subscriber, active: false }]);
    await recordAct(tx, options, caller, 'subscriber.removed', { subscriber_id: publicSubscriberId(id) });
  });
}

export function subscriberNotFound(): AppError {
  return new AppError('subscriber_not_found', 'This project has no such subscriber.');
}
