import { transact } from '#db';
import { randomBase62 } from '#lib/ids.ts';
import type { Channel } from '#messengers';
import { findProject } from '#projects';
import { requireKnownPermission, requireKnownTags } from './known-marks.ts';
import { holdMarks } from './mark-store.ts';
import { keepSubscribeLink, type SubscribeWish } from './subscribe-link-store.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

const TOKEN_LENGTH = 22;

/** `proj_<slug>` for the project alone, else `subs_<token>`; the same wish gets the same link. */
export async function makeSubscribeLink(
  options: SubscribersOptions,
  projectId: string,
  wish: SubscribeWish,
): Promise<Record<Channel, string | null>> {
  const { permission, tag } = wish;
  if (permission === null && tag === null) {
    const project = await findProject(options.database, projectId);
    if (project === undefined) throw new Error('The project of a caller is not there.');
    return options.botLinks(`proj_${project.slug}`);
  }
  const token = await transact(options.database, async (tx) => {
    await holdMarks(tx, projectId);
    if (permission !== null) await requireKnownPermission(tx, projectId, permission);
    if (tag !== null) await requireKnownTags(tx, projectId, [tag], 'tag');
    return keepSubscribeLink(tx, {
      projectId,
      permission,
      tag,
      token: randomBase62(TOKEN_LENGTH),
      at: options.clock.now(),
    });
  });
  return options.botLinks(`subs_${token}`);
}
