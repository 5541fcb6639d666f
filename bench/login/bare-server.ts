/**
 * The yardstick: Fastify, a pool, and the statements of a login, as many and of the same kind as Bellhop's. No keys, no
 * rate limit, no validation. PREPARED=1 names the statements, so that PostgreSQL parses and plans them once.
 */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { PORT, PGHOST, PGUSER, PGDATABASE, POOL_SIZE, PROJECT_ID, PREPARED } = process.env as Record<string, string>;
const pool = new pg.Pool({ host: PGHOST, user: PGUSER, database: PGDATABASE, max: Number(POOL_SIZE) });
// Its database may stop first.
pool.on('error', () => {});

const statement = (name: string, text: string) => (values: unknown[]) =>
  PREPARED === '1' ? { name, text, values } : { text, values };

const findProject = statement('project', 'select * from project where id = $1');
const count = statement(
  'count',
  `insert into bench_counter as c (subject, used) values ($1, 1)
   on conflict (subject) do update set used = c.used + 1 where c.used < 1000000000 returning used`,
);
const insertSession = statement(
  'insert',
  `insert into login_session (id, project_id, kind, public_hash, link_hash, state, return_url, lang, client_ip,
     client_agent, number, choices, browser_hash, expires_at, created_at)
   values ($1, $2, 'api', $3, $4, $5, $6, null, null, null, null, null, null, $7, $8)`,
);
const findSession = statement('find', 'select * from login_session where public_hash = $1 and project_id = $2');
const consumeCode = statement(
  'consume',
  `update login_session set code_used_at = $1, code_sealed = null
   where code_hash = $2 and project_id = $3 and code_used_at is null and code_expires_at >= $1
   returning id, subscriber_id`,
);
const findSubscriber = statement('subscriber', 'select * from subscriber where id = $1');

const hash = (secret: string) => createHash('sha256').update(secret).digest();

function newSession(state: string | null): { id: string; insert: ReturnType<typeof insertSession>; expiresAt: Date } {
  const [id, token, now] = [`ses_${randomUUID()}`, randomUUID(), new Date()];
  const expiresAt = new Date(now.getTime() + 600_000);
  const values = [randomUUID(), PROJECT_ID, hash(id), hash(token), state, null, expiresAt, now];
  return { id, insert: insertSession(values), expiresAt };
}

const app = Fastify();
app.get('/ready', async () => ({}));

/** The same statements: one read, and in a transaction one count against a limit and one insert. */
app.post<{ Body: { state?: string } }>('/session', async (request, reply) => {
  const { rows } = await pool.query(findProject([PROJECT_ID]));
  const session = newSession(request.body.state ?? null);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(count([`login:${PROJECT_ID}`]));
    await client.query(session.insert);
    await client.query('commit');
  } finally {
    client.release();
  }
  reply.code(201);
  return { session_id: session.id, status: 'pending', project: rows[0]?.name, expires_at: session.expiresAt };
});

/** One insert and nothing else. */
app.post<{ Body: { state?: string } }>('/session/insert', async (request, reply) => {
  const session = newSession(request.body.state ?? null);
  await pool.query(session.insert);
  reply.code(201);
  return { session_id: session.id, status: 'pending', expires_at: session.expiresAt };
});

app.get<{ Params: { id: string } }>('/session/:id/status', async (request, reply) => {
  const { rows } = await pool.query(findSession([hash(request.params.id), PROJECT_ID]));
  const [session] = rows;
  if (session === undefined) return reply.code(404).send({});
  return { session_id: request.params.id, status: session.status, state: session.state };
});

app.post<{ Body: { code: string } }>('/verify', async (request, reply) => {
  const { rows } = await pool.query(consumeCode([new Date(), hash(request.body.code), PROJECT_ID]));
  const [session] = rows;
  if (session === undefined) return reply.code(400).send({});
  const subscriber = (await pool.query(findSubscriber([session.subscriber_id]))).rows[0];
  const { id, channel, first_name, username, lang, tags } = subscriber;
  return { subscriber_id: id, channel, first_name, username, lang, tags };
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
