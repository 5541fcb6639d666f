import { type Transaction, transact } from '#db';
import type { Caller } from '#http';
import { MOST_MARKS, markNotFound, nameTaken, tooManyMarks } from './mark-name.ts';
import { lockMarks, removeMark, renameMark } from './mark-store.ts';
import { recordAct } from './record-act.ts';
import type { SubscribersOptions } from './subscribers-options.ts';
import { deleteTag, insertTag, listTags, type Tag, tagNames, updateTagName } from './tag-store.ts';

export async function createTag(options: SubscribersOptions, caller: Caller, name: string): Promise<Tag> {
  return changingTags(options, caller, async (tx, names) => {
    if (names.includes(name)) throw nameTaken('tag', name);
    if (names.length >= MOST_MARKS) throw tooManyMarks('tags');
    const createdAt = options.clock.now();
    await insertTag(tx, caller.projectId, name, createdAt);
    await recordAct(tx, options, caller, 'tag.created', { name });
    return { name, subscribers: 0, createdAt };
  });
}

/** Everybody who has the old name has the new one. */
export async function renameTag(options: SubscribersOptions, caller: Caller, name: string, to: string): Promise<Tag> {
  const { projectId } = caller;
  return changingTags(options, caller, async (tx, names) => {
    if (!names.includes(name)) throw markNotFound('tag');
    if (to !== name) {
      if (names.includes(to)) throw nameTaken('tag', to);
      await updateTagName(tx, projectId, name, to);
      await renameMark(tx, 'tag', projectId, { from: name, to });
      await recordAct(tx, options, caller, 'tag.renamed', { name, to });
    }
    const [tag] = await listTags(tx, projectId, to);
    if (tag === undefined) throw new Error('A tag that was just renamed is not there.');
    return tag;
  });
}

/** Nobody has it any more. */
export async function removeTag(options: SubscribersOptions, caller: Caller, name: string): Promise<void> {
  await changingTags(options, caller, async (tx, names) => {
    if (!names.includes(name)) throw markNotFound('tag');
    await deleteTag(tx, caller.projectId, name);
    await removeMark(tx, 'tag', caller.projectId, name);
    await recordAct(tx, options, caller, 'tag.removed', { name });
  });
}

/** One change of a project's tags at a time: what was read stays true. */
function changingTags<T>(
  { database }: SubscribersOptions,
  { projectId }: Caller,
  change: (tx: Transaction, names: string[]) => Promise<T>,
): Promise<T> {
  return transact(database, async (tx) => {
    await lockMarks(tx, projectId);
    return change(tx, await tagNames(tx, projectId));
  });
}
