/** Three secrets (link token, session_id, code) that open one door each, and are kept nowhere in clear. */
import { expect, test } from 'vitest';
import { somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const project = await kit.createProject();

const verify = async (code: string, by = project) => {
  const { status, json } = await by.call('POST', '/v1/auth/verify', { body: { code } });
  return `${status} ${json.code}`;
};
const poll = async (id: string, by = project) => {
  const { status, json } = await by.call('GET', `/v1/auth/session/${encodeURIComponent(id)}/status`);
  return `${status} ${json.code}`;
};

test('the token in the link can be neither polled nor verified, before the login and after it', async () => {
  const session = await kit.begin(project);
  const person = somebodyNew();
  for (const stage of ['before', 'after']) {
    for (const guess of [session.token, `ses_${session.token}`, `auths_${session.token}`, session.link]) {
      expect(await poll(guess), stage).toMatch(/^40[04] (not_found|validation_failed)$/);
      expect(await verify(guess), stage).toBe('400 invalid_code');
    }
    if (stage === 'after') break;
    await kit.open(person, session.link);
    await kit.tap(person, 'Yes');
  }
});

test('the session_id can be neither verified nor opened in the bot', async () => {
  const { session } = await kit.logIn(project);
  const waiting = await kit.begin(project);
  expect(await verify(session.id)).toBe('400 invalid_code');
  for (const payload of [waiting.id, `auths_${waiting.id}`, `auths_${waiting.id.slice(4)}`, `auth_${waiting.id}`]) {
    const person = somebodyNew();
    await kit.open(person, payload);
    expect(await kit.lastSaid(person)).toMatch(/^This link does not work/);
  }
  expect(await kit.statusOf(project, waiting)).toMatchObject({ status: 'pending' });
});

test("the bot's button data carries nothing that can be polled, verified or opened", async () => {
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  const { data } = await kit.tapOn(person, 'Yes');
  for (const part of data.split(':')) {
    expect(await poll(part)).toMatch(/^404/);
    expect(await verify(part)).toBe('400 invalid_code');
    const other = somebodyNew();
    await kit.open(other, `auths_${part}`);
    expect(await kit.lastSaid(other)).toMatch(/^This link does not work/);
  }
  expect(data.length).toBeLessThanOrEqual(64);
  for (const secret of [session.id, session.token]) expect(data).not.toContain(secret.slice(4, 12));
});

test("another project's key sees neither the session nor the code, and its tries use nothing up", async () => {
  const stranger = await kit.createProject();
  const { session, code } = await kit.logIn(project);
  expect(await poll(session.id, stranger)).toBe('404 not_found');
  const qr = await stranger.call('GET', `/v1/auth/session/${session.id}/qr?channel=telegram`);
  expect(qr.status).toBe(404);
  expect(await verify(code, stranger)).toBe('400 invalid_code');
  expect(await verify(code)).toBe('200 undefined');
  expect(await verify(code, stranger)).toBe('400 invalid_code');
  const audited = await kit.query('select action from audit_entry where project_id = $1', [stranger.projectId]);
  expect(audited).toEqual([{ action: 'project.created' }]);
});

test('a code with another case, a space or one character less is unknown', async () => {
  const { code } = await kit.logIn(project);
  const swapped = code.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  for (const guess of [swapped, ` ${code}`, `${code} `, code.slice(1), code.slice(0, -1), `${code}0`]) {
    expect(await verify(guess)).toBe('400 invalid_code');
  }
  expect(await verify(code)).toBe('200 undefined');
});

test('nothing in the database or the log shows a session_id, a link token or a code, while it is good and afterwards', async () => {
  const person = somebodyNew();
  const [pending, done] = [await kit.begin(project), await kit.logIn(project, person)];
  await kit.open(somebodyNew(), `auth_${project.slug}`);
  await kit.deliver();
  const button = kit.messengers.telegram.edited.findLast(({ personId }) => personId === person.id)?.message
    .buttons?.[0]?.[0];
  expect(button).toMatchObject({ url: `https://shop.example/in?code=${done.code}` });
  const secrets = [pending.id, pending.token, done.session.id, done.session.token, done.code];
  for (const stage of ['good', 'used']) {
    const everything = await dump();
    expect(everything.length).toBeGreaterThan(2_000);
    for (const secret of secrets) {
      for (const form of [secret, secret.slice(4), Buffer.from(secret).toString('hex')]) {
        expect(everything.includes(form), `${stage}: ${form}`).toBe(false);
        expect(kit.app.log.text().includes(form), `${stage}, log: ${form}`).toBe(false);
      }
    }
    await verify(done.code);
    await verify(done.code);
  }
  const [row] = await kit.query('select code_sealed from login_session where code_used_at is not null limit 1');
  expect(row).toEqual({ code_sealed: null });
});

/** Every row of every table, as text; bytes as hex. */
async function dump(): Promise<string> {
  const tables = await kit.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => kit.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
