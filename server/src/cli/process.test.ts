import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';

const app = await startTestApp();
const program = fileURLToPath(new URL('../bellhop.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'bellhop-cli-'));
afterAll(() => rm(directory, { recursive: true }));
writeFileSync(join(directory, '.env'), `BASE_URL=${app.url}\nADMIN_TOKEN=${app.adminToken}\n`);

function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const options = { cwd: directory, env: { PATH: process.env['PATH'] } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('the program reads .env, writes results and complaints apart, and exits with the code', async () => {
  await app.createProject({ slug: 'spawned', name: 'Spawned' });
  const [shown, refused, wrong] = await Promise.all([
    run('projects', 'show', 'spawned', '--json'),
    run('projects', 'show', 'nobody'),
    run('projects', 'shwo'),
  ]);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(shown.stdout)).toMatchObject({ slug: 'spawned', name: 'Spawned' });
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no project with the slug "nobody". (not_found)\n',
  });
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
});
