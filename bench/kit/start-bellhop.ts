import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startProgram } from './start-program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

type Bellhop = {
  url: string;
  pid: number;
  /** For a pool on the same embedded database, through the same socket. */
  database: { host: string; user: string; database: string };
  /** By the operator API; answers the project with its key. */
  createProject(fields: Record<string, unknown>): Promise<{ project_id: string; api_key: string }>;
};

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/**
 * The real program with an embedded PostgreSQL in a directory of its own; gone with the benchmark. `postgres` are
 * settings of the database that only a start can change: for these the program is started twice.
 */
export async function startBellhop(
  env: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
  postgres: Readonly<Record<string, string>> = {},
): Promise<Bellhop> {
  const dataDir = await temporaryDirectory();
  const adminToken = randomBytes(24).toString('hex');
  const settings = { DATA_DIR: dataDir, ADMIN_TOKEN: adminToken, LOG_LEVEL: 'warn', SANDBOX: 'off', ...env };
  const database = { host: join(dataDir, 'postgres'), user: 'bellhop', database: 'bellhop' };
  if (Object.keys(postgres).length > 0) {
    const { stop } = await startProgram(main, settings, '/healthz');
    await alterSystem(database, postgres);
    await stop();
  }
  const { url, pid } = await startProgram(main, settings, '/healthz', nodeFlags);
  return {
    url,
    pid,
    database,
    async createProject(fields) {
      const response = await fetch(`${url}/admin/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
      if (response.status !== 201) throw new Error(`No project: ${response.status} ${await response.text()}`);
      return (await response.json()) as { project_id: string; api_key: string };
    },
  };
}

async function alterSystem(database: pg.ClientConfig, settings: Readonly<Record<string, string>>): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter system set ${client.escapeIdentifier(name)} = ${client.escapeLiteral(value)}`);
  }
  await client.end();
}
