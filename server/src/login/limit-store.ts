import { sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import type { Channel } from '#messengers';

/** Counts one more for the subject; undefined where that was allowed, else when the window has room again. */
export async function takeInWindow(
  tx: Transaction,
  window: { subject: string; most: number; seconds: number; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`/* prepared */
    select take_in_window(${window.subject}, ${window.most}, ${window.seconds}, ${window.now}) as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** What has left every window; the counter goes on by itself. */
export async function deleteWindowEntriesBefore(database: Database, before: Date, most: number): Promise<number> {
  return deleteSome(database, 'window_entry', sql`at < ${before}`, most);
}

/** Counters that count nothing any more, and mistakes that are forgiven. Those in use are locked, and passed over. */
export async function deleteIdleCounters(database: Database, before: Date, most: number): Promise<number> {
  const counters = await sql`
    delete from window_counter where subject in (
      select c.subject from window_counter c
      where not exists (select from window_entry e where e.subject = c.subject)
      limit ${most} for update of c skip locked)`.execute(database);
  const mistakes = await sql`
    delete from login_mistake where (channel, person_id) in (
      select channel, person_id from login_mistake
      where times[cardinality(times)] < ${before} and (paused_until is null or paused_until < ${before})
      limit ${most} for update skip locked)`.execute(database);
  return Math.max(Number(counters.numAffectedRows ?? 0n), Number(mistakes.numAffectedRows ?? 0n));
}

/** Notes a wrong number; after `most` within `seconds` there are no prompts for as long again. */
export async function noteMistake(
  tx: Transaction,
  mistake: { channel: Channel; personId: string; most: number; seconds: number; now: Date },
): Promise<void> {
  const { channel, personId, most, seconds, now } = mistake;
  const recent = sql`(select coalesce(array_agg(t), '{}') from unnest(m.times) t where t > ${now}::timestamptz - make_interval(secs => ${seconds}))`;
  await sql`
    insert into login_mistake as m (channel, person_id, times) values (${channel}, ${personId}, array[${now}::timestamptz])
    on conflict (channel, person_id) do update set
      times = ${recent} || ${now}::timestamptz,
      paused_until = case when cardinality(${recent}) + 1 >= ${most}
        then ${now}::timestamptz + make_interval(secs => ${seconds}) else m.paused_until end`.execute(tx);
}

export async function isPaused(
  tx: Transaction,
  who: { channel: Channel; personId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from login_mistake
    where channel = ${who.channel} and person_id = ${who.personId} and paused_until > ${who.now}`.execute(tx);
  return rows.length > 0;
}
