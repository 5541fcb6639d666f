import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onCleanUp } from '../kit/clean-up.ts';
import { startBellhop } from '../kit/start-bellhop.ts';
import { startProgram } from '../kit/start-program.ts';

const TEXT = 'Hello, the shop is open.';
/** The tag of a tenth of the people. */
export const FEW = 'few';
/** As many as an adapter opens. */
const CONNECTIONS = 128;
/** As many as one simulated messenger makes in one call. */
const BULK = 50_000;

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export type Job = {
  status: string;
  total: number;
  sent: number;
  failed: number;
  skipped: number;
  finished_at: string | null;
};
type Counts = { sent: number; people_reached: number; max_per_person: number };

export type System = {
  pid: number;
  /** To all, or to those few with a tag. */
  broadcast(tag?: string): Promise<string>;
  job(id: string): Promise<Job>;
  /** What the messenger saw since it was last asked to forget. */
  counts(): Promise<Counts>;
  forgetCounts(): Promise<void>;
  bare: { pid: number; post(count: number): Promise<number> };
};

/** The real program with the pace lifted, its API and one worker in one process; the messenger and the bare loop in theirs. */
export async function startSystem(
  recipients: number,
  nodeFlags: readonly string[],
  postgres: Record<string, string> = {},
): Promise<System> {
  const messenger = await startProgram(program('./messenger.ts'), {}, '/sandbox');
  const bellhop = await startBellhop(
    {
      ROLES: 'api,worker',
      TELEGRAM_BOT_TOKEN: '1:bench',
      TELEGRAM_API_ROOT: `${messenger.url}/telegram`,
      BOT_MESSAGES_PER_SECOND: '0',
      WEBHOOK_ALLOW_HOSTS: '127.0.0.0/8',
    },
    nodeFlags,
    postgres,
  );
  const project = await bellhop.createProject({
    name: 'Bench',
    slug: 'bench',
    plan: 'unlimited',
    limits: { requests_per_minute: 1_000_000_000 },
  });
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(bellhop.url + path, {
      method,
      headers: { authorization: `Bearer ${project.api_key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  // Disabled: every event is written with its delivery, and sending them is another benchmark.
  const { id } = await call<{ id: string }>('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/' });
  await call('PUT', `/v1/webhooks/${id}`, { status: 'disabled' });

  await call('POST', '/v1/tags', { name: FEW });
  const chats = await makePeople(messenger.url, recipients);
  await subscribeAll(bellhop.database, project.project_id, chats);
  const bareEnv = {
    MESSENGER: messenger.url,
    CONNECTIONS: String(CONNECTIONS),
    CHATS: chats.slice(0, 3_000).join(),
    TEXT,
  };
  const bare = await startProgram(program('./bare-loop.ts'), bareEnv, '/?count=0', nodeFlags);

  return {
    pid: bellhop.pid,
    broadcast: async (tag) => {
      const audience = tag === undefined ? {} : { tags_any: [tag] };
      return (await call<{ job_id: string }>('POST', '/v1/broadcast', { text: TEXT, ...audience })).job_id;
    },
    job: (jobId) => call<Job>('GET', `/v1/broadcast/${jobId}`),
    counts: async () => (await (await fetch(`${messenger.url}/sandbox/counts?channel=telegram`)).json()) as Counts,
    forgetCounts: async () => void (await fetch(`${messenger.url}/sandbox/counts`, { method: 'DELETE' })),
    bare: {
      pid: bare.pid,
      async post(count) {
        const { seconds } = (await (await fetch(`${bare.url}/?count=${count}`)).json()) as { seconds: number };
        return count / seconds;
      },
    },
  };
}

async function makePeople(messenger: string, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const response = await fetch(`${messenger}/sandbox/people/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ count: Math.min(BULK, count - made.length), channel: 'telegram', started: true }),
    });
    if (!response.ok) throw new Error(`No people: ${response.status} ${await response.text()}`);
    const { user_ids } = (await response.json()) as { user_ids: (string | number)[] };
    for (const id of user_ids) made.push(String(id));
  }
  return made;
}

/** As if each had opened the link: that way is measured elsewhere. */
async function subscribeAll(database: pg.ClientConfig, projectId: string, people: readonly string[]): Promise<void> {
  const sql = new pg.Client(database);
  // The database ends with the program.
  sql.on('error', () => {});
  await sql.connect();
  onCleanUp(() => sql.end().catch(() => {}));
  await sql.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, tags, active, created_at)
     select gen_random_uuid(), $1, 'telegram', person, 'Anna', 'en', case when n % 10 = 0 then array[$3] else '{}' end, true, now()
     from unnest($2::text[]) with ordinality as p (person, n)`,
    [projectId, people, FEW],
  );
  await sql.query('analyze');
}
