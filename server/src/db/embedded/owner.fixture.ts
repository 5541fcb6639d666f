// A process that owns a database until it is killed. Says what it does, a line each, on its standard output.
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await startEmbeddedPostgres({ dataDir, say: (line) => console.log(line) });
const pool = new pg.Pool(database.connection);
await pool.query('CREATE TABLE IF NOT EXISTS kept (value text)');
await pool.query("INSERT INTO kept VALUES ('committed')");
console.log('row committed');
setInterval(() => {}, 60_000);
