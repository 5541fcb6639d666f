import { type Database, transact } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import { textContent } from '#messages';
import { findProject } from '#projects';
import { textsIn } from '#texts';
import { deleteIdleCounters, deleteWindowEntriesBefore } from './limit-store.ts';
import type { LoginOptions } from './login-options.ts';
import { projectName } from './login-prompt.ts';
import { deleteSessionsBefore, takeExpiredPrompts } from './session-store.ts';

const KEEP_SECONDS = 7 * 24 * 3600;
/** The longest window anybody counts in. */
const WINDOW_SECONDS = 3600;

/** Prompts that nobody answered in time lose their buttons; answers how many. */
export async function expirePrompts(
  { database, clock, messages }: Pick<LoginOptions, 'database' | 'clock' | 'messages'>,
  most: number,
): Promise<number> {
  return transact(database, async (tx) => {
    const expired = await takeExpiredPrompts(tx, clock.now(), most);
    for (const { projectId, channel, personId, promptId, lang } of expired) {
      const project = await findProject(tx, projectId);
      if (project === undefined || channel === null || personId === null || promptId === null) continue;
      const text = textsIn(lang ?? 'en').login.expired(projectName(project));
      const content = textContent({ text, format: 'plain' });
      await messages.queue(tx, {
        channel,
        recipient: personId,
        priority: 'login',
        projectId,
        content,
        edits: { messageId: promptId },
      });
    }
    return expired.length;
  });
}

/** Sessions and codes are kept seven days; what the limits count, as long as it counts. */
export async function forgetOldLogins(database: Database, clock: Clock, most: number): Promise<number> {
  const sessions = await deleteSessionsBefore(database, addSeconds(clock.now(), -KEEP_SECONDS), most);
  const entries = await deleteWindowEntriesBefore(database, addSeconds(clock.now(), -WINDOW_SECONDS), most);
  const counters = await deleteIdleCounters(database, addSeconds(clock.now(), -WINDOW_SECONDS), most);
  return Math.max(sessions, entries, counters);
}
