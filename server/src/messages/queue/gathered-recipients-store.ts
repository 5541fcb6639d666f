import { type RawBuilder, sql } from 'kysely';
import type { Content } from './content.ts';

/** A recipient of a broadcast as a taking keeps it: what its other columns do not tell of all of them. */
export type GatheredRecipient = [
  id: string,
  subscriberId: string,
  recipient: string,
  content: Content,
  attempts: number,
];

/**
 * Rows `r` of broadcast_recipient as one JSON array of arrays. Put together as text, and kept as such: PostgreSQL's own
 * functions for it take twice the time, and this is done for every message of every broadcast.
 */
export const gatheredRecipients = sql`('[' || string_agg('["' || r.id || '","' || r.subscriber_id || '",' ||
  to_json(r.recipient) || ',' || r.content || ',' || r.attempts || ']', ',') || ']')`;

/** The reverse: `from broadcast_taking t cross join lateral ${recipientsOf('t')} r`. */
export function recipientsOf(taking: string): RawBuilder<unknown> {
  return sql`(select (e ->> 0)::uuid as id, (e ->> 1)::uuid as subscriber_id, e ->> 2 as recipient, e -> 3 as content,
    (e ->> 4)::smallint as attempts from json_array_elements(${sql.ref(`${taking}.recipients`)}::json) e)`;
}
