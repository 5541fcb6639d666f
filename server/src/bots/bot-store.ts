import { sql } from 'kysely';
import type { Database } from '#db';
import type { BotIdentity, Channel } from '#messengers';

export type UpdateMode = 'polling' | 'webhook';

export type BotRow = {
  channel: Channel;
  botId: string | null;
  username: string | null;
  name: string | null;
  mode: UpdateMode;
  lastOkAt: Date | null;
  lastUpdateAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
};

const LONGEST_ERROR = 500;

export async function ensureBot(database: Database, channel: Channel, mode: UpdateMode): Promise<void> {
  await sql`insert into bot (channel, mode) values (${channel}, ${mode}) on conflict do nothing`.execute(database);
}

/** True for one of any number of callers, until the lease ends or is released. Else says when to look again. */
export async function takeLease(
  database: Database,
  channel: Channel,
  lease: { token: string; now: Date; until: Date },
): Promise<{ taken: boolean; heldUntil: Date | null }> {
  const { rows } = await sql<{ taken: boolean; heldUntil: Date | null }>`
    with taken as (
      update bot set lease_token = ${lease.token}, lease_until = ${lease.until}
      where channel = ${channel} and (lease_until is null or lease_until <= ${lease.now})
      returning 1)
    select exists (select from taken) as taken, lease_until as "heldUntil" from bot where channel = ${channel}`.execute(
    database,
  );
  return rows[0] ?? { taken: false, heldUntil: null };
}

/** False once somebody else took it. A lease that ran out and that nobody took can still be renewed. */
export async function renewLease(database: Database, channel: Channel, token: string, until: Date): Promise<boolean> {
  const result = await sql`
    update bot set lease_until = ${until} where channel = ${channel} and lease_token = ${token}`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function releaseLease(database: Database, channel: Channel, token: string): Promise<void> {
  await sql`
    update bot set lease_token = null, lease_until = null
    where channel = ${channel} and lease_token = ${token}`.execute(database);
}

/** Notes who the bot is and answers where to go on; another bot than before starts anew. Undefined: the lease is lost. */
export async function adoptIdentity(
  database: Database,
  channel: Channel,
  token: string,
  { identity, mode }: { identity: BotIdentity; mode: UpdateMode },
): Promise<{ position: string | null } | undefined> {
  const { rows } = await sql<{ position: string | null }>`
    update bot set position = case when bot_id = ${identity.id} then position end,
      bot_id = ${identity.id}, username = ${identity.username}, name = ${identity.name}, mode = ${mode}
    where channel = ${channel} and lease_token = ${token}
    returning position`.execute(database);
  return rows[0];
}

/** The token is the fence: a holder whose lease was taken moves nothing. */
export async function recordPoll(
  database: Database,
  channel: Channel,
  token: string,
  poll: { position: string | null; at: Date; hadUpdates: boolean },
): Promise<boolean> {
  const result = await sql`
    update bot set position = ${poll.position}, last_ok_at = ${poll.at},
      last_update_at = case when ${poll.hadUpdates} then ${poll.at}::timestamptz else last_update_at end
    where channel = ${channel} and lease_token = ${token}`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function recordSuccess(database: Database, channel: Channel, token: string, at: Date): Promise<void> {
  await sql`
    update bot set last_ok_at = ${at} where channel = ${channel} and lease_token = ${token}`.execute(database);
}

export async function recordTrouble(database: Database, channel: Channel, at: Date, detail: string): Promise<void> {
  await sql`
    update bot set last_error = ${detail.slice(0, LONGEST_ERROR)}, last_error_at = ${at}
    where channel = ${channel}`.execute(database);
}

export async function recordPushedUpdate(database: Database, channel: Channel, at: Date): Promise<void> {
  await sql`
    update bot set last_update_at = ${at}
    where channel = ${channel} and (last_update_at is null or last_update_at < ${at})`.execute(database);
}

export async function listBots(database: Database): Promise<BotRow[]> {
  const { rows } = await sql<BotRow>`
    select channel, bot_id as "botId", username, name, mode, last_ok_at as "lastOkAt",
      last_update_at as "lastUpdateAt", last_error as "lastError", last_error_at as "lastErrorAt"
    from bot order by channel`.execute(database);
  return rows;
}
