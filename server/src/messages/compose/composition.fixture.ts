/** Reads what requests ask to say, for one project with templates of its own. */
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { uuidv7 } from '#lib/ids.ts';
import { createOutgoing } from '#lib/outgoing/index.ts';
import { createTestDatabase } from '#test/database.ts';
import type { Addressee } from './composition.ts';
import type { MessageBody } from './message-body.ts';
import { readComposition } from './read-composition.ts';

export const ann: Addressee = {
  subscriberId: '019a81c2-7e00-7000-8000-000000000001',
  firstName: '<b>*Ann*</b>',
  username: null,
  lang: 'en',
};

export async function openCompositions() {
  const { database, close } = await createTestDatabase();
  const outgoing = createOutgoing({
    ...{ allow: [], refusePorts: [], userAgent: 'test' },
    resolve: async (name) => [{ address: name.startsWith('inside') ? '10.0.0.1' : '8.8.8.8', family: 4 }],
  });
  afterAll(async () => {
    await outgoing.close();
    await close();
  });
  const projectId = uuidv7(new Date());
  const read = (body: MessageBody) => readComposition({ database, outgoing }, projectId, body);
  return {
    database,
    read,
    /** The code and the words of the refusal. */
    async refusal(body: MessageBody): Promise<string> {
      const error = await read(body).then(
        () => 'it was accepted',
        (error: unknown) => error,
      );
      return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
    },
    async template(key: string, texts: object, format = 'plain', owner = projectId): Promise<void> {
      await sql`insert into template (project_id, key, format, texts, created_at, updated_at)
        values (${owner}, ${key}, ${format}, ${JSON.stringify(texts)}, now(), now())`.execute(database);
    },
  };
}
