import { sql } from 'kysely';
import type { Database } from '#db';
import type { TimeKey } from '#lib/time-key.ts';
import type { Channel } from '#messengers';
import type { LoginSession } from './session.ts';

export type ConfirmedLogin = {
  id: string;
  kind: LoginSession['kind'];
  subscriberId: string;
  /** Null where the subscriber was removed since. */
  firstName: string | null;
  username: string | null;
  channel: Channel;
  state: string | null;
  clientIp: string | null;
  clientAgent: string | null;
  confirmedAt: Date;
  verifiedAt: Date | null;
};

export type LoginFilter = { channel?: Channel | undefined; subscriberId?: string | undefined };

/** Newest first, by confirmation. */
export async function listConfirmedLogins(
  database: Database,
  projectId: string,
  { channel, subscriberId }: LoginFilter,
  page: { before: TimeKey | undefined; limit: number },
): Promise<ConfirmedLogin[]> {
  const { before } = page;
  const wanted = [
    channel === undefined ? sql`true` : sql`l.channel = ${channel}`,
    subscriberId === undefined ? sql`true` : sql`l.subscriber_id = ${subscriberId}`,
    // The first half is what the index can use: its second column descends, its third does not.
    before === undefined
      ? sql`true`
      : sql`l.confirmed_at <= ${before.at} and (l.confirmed_at, l.id) < (${before.at}, ${before.id})`,
  ];
  const { rows } = await sql<ConfirmedLogin>`
    select l.*, s.first_name as "firstName", s.username from (
      select l.id, l.kind, l.subscriber_id as "subscriberId", l.channel, l.state, l.client_ip as "clientIp",
        l.client_agent as "clientAgent", l.confirmed_at as "confirmedAt", l.code_used_at as "verifiedAt"
      from login_session l
      where l.project_id = ${projectId} and l.status = 'confirmed' and ${sql.join(wanted, sql` and `)}
      order by l.confirmed_at desc, l.id desc limit ${page.limit}) l
    left join subscriber s on s.id = l."subscriberId"
    order by l."confirmedAt" desc, l.id desc`.execute(database);
  return rows;
}
