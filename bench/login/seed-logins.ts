import pg from 'pg';

export type Seed = {
  /** Prefixes: session and code number n of a project is the prefix and n. */
  sessions: string;
  codes: string;
};

/** Waiting sessions and confirmed ones with their codes, as taps would have left them, by SQL: taps are paced. */
export async function seedLogins(
  database: pg.ClientConfig,
  projectId: string,
  counts: { sessions: number; codes: number },
): Promise<Seed> {
  const client = new pg.Client(database);
  await client.connect();
  const seed = { sessions: `ses_${projectId}_`, codes: `code_${projectId}_` };
  await client.query('create table if not exists bench_counter (subject text primary key, used bigint not null)');
  await client.query(
    `insert into login_session (id, project_id, kind, public_hash, link_hash, state, expires_at, created_at)
     select gen_random_uuid(), $1, 'api', sha256(convert_to($2 || n, 'UTF8')), sha256(convert_to('link' || $2 || n, 'UTF8')),
       'bench', now() + interval '1 day', now()
     from generate_series(1, $3::int) n`,
    [projectId, seed.sessions, counts.sessions],
  );
  await client.query(
    `with person as (
       insert into subscriber (id, project_id, channel, person_id, first_name, username, lang, active, created_at)
       select gen_random_uuid(), $1, 'telegram', 'seed' || n, 'Anna', null, 'en', true, now()
       from generate_series(1, $3::int) n returning id, substr(person_id, 5) as n)
     insert into login_session (id, project_id, kind, public_hash, link_hash, state, status, channel, person_id,
       subscriber_id, code_hash, code_sealed, code_expires_at, confirmed_at, expires_at, created_at)
     select gen_random_uuid(), $1, 'api', sha256(convert_to('s' || $2 || n, 'UTF8')),
       sha256(convert_to('l' || $2 || n, 'UTF8')), 'bench', 'confirmed', 'telegram', 'seed' || n, id,
       sha256(convert_to($2 || n, 'UTF8')), '\\x00', now() + interval '1 day', now(), now() + interval '1 day', now()
     from person`,
    [projectId, seed.codes, counts.codes],
  );
  await client.query('vacuum analyze login_session');
  await client.query('vacuum analyze subscriber');
  await client.end();
  return seed;
}
