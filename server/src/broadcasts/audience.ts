import type { Database } from '#db';
import type { Channel } from '#messengers';
import { type Audience, requireKnownPermission, requireKnownTags } from '#subscribers';

export type AudienceBody = {
  channel?: Channel;
  permission?: string;
  tags_all?: string[];
  tags_any?: string[];
  exclude_tags?: string[];
};

/** Whom a request means. What is left out narrows nothing; a name that the project does not have is refused. */
export async function readAudience(database: Database, projectId: string, body: AudienceBody): Promise<Audience> {
  const { channel, permission, tags_all = [], tags_any = [], exclude_tags = [] } = body;
  if (permission !== undefined) await requireKnownPermission(database, projectId, permission);
  return {
    channel,
    permission,
    tagsAll: await requireKnownTags(database, projectId, tags_all, 'tags_all'),
    tagsAny: await requireKnownTags(database, projectId, tags_any, 'tags_any'),
    excludeTags: await requireKnownTags(database, projectId, exclude_tags, 'exclude_tags'),
  };
}
