import { type RawBuilder, sql } from 'kysely';
import type { Channel } from '#messengers';

export type Audience = {
  channel?: Channel | undefined;
  /** Has all of them… */
  tagsAll?: string[] | undefined;
  /** …at least one of these… */
  tagsAny?: string[] | undefined;
  /** …and none of those. */
  excludeTags?: string[] | undefined;
  permission?: string | undefined;
};

/**
 * Over `subscriber s`, for statements that address many. Says nothing of who is active: whoever asks decides what
 * becomes of those who are not. An empty list narrows nothing.
 */
export function audienceCondition(projectId: string, audience: Audience): RawBuilder<boolean> {
  const { channel, tagsAll = [], tagsAny = [], excludeTags = [], permission } = audience;
  return sql<boolean>`(${sql.join(
    [
      sql`s.project_id = ${projectId}`,
      ...(channel === undefined ? [] : [sql`s.channel = ${channel}`]),
      ...(tagsAll.length === 0 ? [] : [sql`s.tags @> ${tagsAll}::text[]`]),
      ...(tagsAny.length === 0 ? [] : [sql`s.tags && ${tagsAny}::text[]`]),
      ...(excludeTags.length === 0 ? [] : [sql`not s.tags && ${excludeTags}::text[]`]),
      ...(permission === undefined ? [] : [sql`${permission} = any(s.permissions)`]),
    ],
    sql` and `,
  )})`;
}
