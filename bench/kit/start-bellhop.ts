import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** The real program with an embedded PostgreSQL in a directory of its own; gone with the benchmark. */
export async function startBellhop(
  env: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
): Promise<Bellhop> {
  const dataDir = await temporaryDirectory();
  const adminToken = randomBytes(24).toString('hex');
  const settings = { DATA_DIR: dataDir, ADMIN_TOKEN: adminToken, LOG_LEVEL: 'warn', SANDBOX: 'off', ...env };
  const { url, pid } = await startProgram(main, settings, '/healthz', nodeFlags);
  return {
    url,
    pid,
    database: { host: join(dataDir, 'postgres'), user: 'bellhop', database: 'bellhop' },
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
