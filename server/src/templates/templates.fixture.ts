/** The program, on a database and a clock of the test's own. */
import { startTestApp } from '#test/app.ts';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';

export async function startTemplatesApp() {
  const database = await createTestDatabase();
  return startTestApp({ database, clock: createTestClock(), env: { ROLES: 'api' } });
}
