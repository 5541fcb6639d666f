import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { commandLineOf } from './cli.fixture.ts';

const app = await startTestApp();
const bellhop = commandLineOf(app);

test.each([
  [['nonsense'], 'There is no command "nonsense"'],
  [['projects'], '"projects" needs a command: list, create, show, change, plan.'],
  [['projects', 'delete', 'x'], 'There is no command "projects delete"'],
  [['projects', 'show'], 'Usage: projects show <slug|id>'],
  [['projects', 'show', 'one', 'two'], 'Usage: projects show <slug|id>'],
  [['projects', 'show', 'Not A Slug'], 'neither a slug'],
  [['projects', 'list', '--serach', 'x'], "Unknown option '--serach'"],
  [['projects', 'create', '--slug', 'abc'], '--name is required.'],
  [['projects', 'change', 'abc'], 'Nothing to change'],
  [['projects', 'change', 'abc', '--add-credits', 'many'], '--add-credits must be a whole number'],
  [['projects', 'change', 'abc', '--limit', 'request_per_minute=5'], '--limit takes name=number'],
  [['projects', 'change', 'abc', '--limit', 'requests_per_minute=lots'], 'must be a whole number'],
  [['projects', 'change', 'abc', '--plan', 'free', '--plan', 'basic'], '--plan is given twice.'],
  [['projects', 'list', '--url', 'ftp://x'], '--url must be'],
  [['projects', 'list', '--url', 'http://user:secret@host'], '--url must be'],
])('wrong usage %j is exit code 2, with what is wrong', async (args, complaint) => {
  const { code, out, err } = await bellhop(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(complaint);
  expect(err).not.toContain('secret');
});

test.each([[[]], [['--help']], [['-h']], [['help']]])('help by %j names projects, plans and keys', async (args) => {
  const { code, out } = await bellhop(args, { env: {} });
  expect(code).toBe(0);
  for (const word of [
    'projects create',
    'projects plan <slug|id> <plan>',
    'keys revoke',
    '--json',
    '--url',
    'Examples',
  ])
    expect(out).toContain(word);
});

test.each([
  [['projects', '--help'], 'projects change <slug|id>'],
  [['keys', '-h'], 'keys create my-shop --name'],
  [['projects', 'create', '--help'], '--redirect-uri <url>'],
])('help by %j is about that part', async (args, text) => {
  const { code, out } = await bellhop(args, { env: {} });
  expect(code).toBe(0);
  expect(out).toContain(text);
});
