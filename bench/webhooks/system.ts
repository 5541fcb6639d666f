import pg from 'pg';
import { onCleanUp } from '../kit/clean-up.ts';
import { parentOf } from '../kit/cpu-time.ts';
import { startBellhop } from '../kit/start-bellhop.ts';

const ENDPOINTS_PER_PROJECT = 5;
const UNLIMITED = 1_000_000_000;

export type Endpoint = { id: string; lane: number; url: string; secret: string; apiKey: string };

export type System = {
  url: string;
  pid: number;
  /** The server's first process, the parent of the others. */
  databasePid: number;
  sql: pg.Client;
  /** By the API, five in a project. */
  createEndpoints(urls: readonly string[]): Promise<Endpoint[]>;
};

type StartOptions = { nodeFlags?: readonly string[]; postgres?: Record<string, string> };

/** The real program, with the API and one worker in one process; receivers on loopback are allowed. */
export async function startSystem({ nodeFlags = [], postgres = {} }: StartOptions = {}): Promise<System> {
  const env = { ROLES: 'api,worker', WEBHOOK_ALLOW_HOSTS: '127.0.0.0/8' };
  const bellhop = await startBellhop(env, nodeFlags, postgres);
  const sql = new pg.Client(bellhop.database);
  // The database ends with the program.
  sql.on('error', () => {});
  await sql.connect();
  onCleanUp(() => sql.end().catch(() => {}));
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  let projects = 0;

  async function createEndpoint(apiKey: string, url: string): Promise<Endpoint> {
    const response = await fetch(`${bellhop.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    if (response.status !== 201) throw new Error(`No endpoint: ${response.status} ${await response.text()}`);
    const { id, secret } = (await response.json()) as { id: string; secret: string };
    const { rows } = await sql.query<{ lane: number }>('select lane from webhook_endpoint where id = $1', [id]);
    if (rows[0] === undefined) throw new Error(`The endpoint ${id} is not in the table.`);
    return { id, lane: rows[0].lane, url, secret, apiKey };
  }

  return {
    url: bellhop.url,
    pid: bellhop.pid,
    databasePid: parentOf(rows[0]?.pid ?? 0),
    sql,
    async createEndpoints(urls) {
      const endpoints: Endpoint[] = [];
      for (let first = 0; first < urls.length; first += ENDPOINTS_PER_PROJECT) {
        projects += 1;
        const limits = { requests_per_minute: UNLIMITED };
        const { api_key } = await bellhop.createProject({ name: 'Bench', slug: `bench-${projects}`, limits });
        for (const url of urls.slice(first, first + ENDPOINTS_PER_PROJECT)) {
          endpoints.push(await createEndpoint(api_key, url));
        }
      }
      return endpoints;
    },
  };
}
