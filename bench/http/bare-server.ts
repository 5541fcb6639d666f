/** The yardstick: Fastify, a pool, one SELECT by primary key, and nothing else. */
import Fastify from 'fastify';
import pg from 'pg';

const { PORT, PGHOST, PGUSER, PGDATABASE, POOL_SIZE, PROJECT_ID } = process.env as Record<string, string>;
const pool = new pg.Pool({ host: PGHOST, user: PGUSER, database: PGDATABASE, max: Number(POOL_SIZE) });
// Its database may stop first.
pool.on('error', () => {});

const app = Fastify();
app.get('/project', async () => {
  const { rows } = await pool.query('select * from project where id = $1', [PROJECT_ID]);
  return rows[0];
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
