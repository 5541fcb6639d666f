/** The guide's receivers, run as a reader would run them, against what Bellhop signs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signature } from './signature.ts';

const GUIDE = new URL('../../guide/', import.meta.url);
const snippetPath = (file: string) => fileURLToPath(new URL(`snippets/${file}`, GUIDE));
const chapter = readFileSync(new URL('04-webhooks.md', GUIDE), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'bellhop-snippets-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const built = join(scratch, 'verify-webhook');
const goEnv = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '' };
/** The interpreter itself, not a launcher in front of it; '' below 3.10, which knows no unions in signatures. */
const whichPython = 'import sys; print(sys.executable if sys.version_info >= (3, 10) else "", end="")';
const python = spawnSync('python3', ['-c', whichPython], { encoding: 'utf8' }).stdout ?? '';
const exists = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

type Snippet = {
  file: string;
  fence: string;
  compares: RegExp;
  isHere: boolean;
  /** Before the secret and the header. */
  command: [string, ...string[]];
};

const snippets: Snippet[] = [
  {
    file: 'verify-webhook.mjs',
    fence: 'js',
    compares: /\btimingSafeEqual\(given, expected\)/,
    isHere: true,
    command: [process.execPath, snippetPath('verify-webhook.mjs')],
  },
  {
    file: 'verify-webhook.py',
    fence: 'python',
    compares: /\bhmac\.compare_digest\(value, expected\)/,
    isHere: python !== '',
    command: [python, snippetPath('verify-webhook.py')],
  },
  {
    file: 'verify-webhook.php',
    fence: 'php',
    compares: /\bhash_equals\(\$expected, \$value\)/,
    isHere: exists('php', '--version'),
    command: ['php', snippetPath('verify-webhook.php')],
  },
  {
    file: 'verify-webhook.go',
    fence: 'go',
    compares: /\bhmac\.Equal\(\[\]byte\(value\), expected\)/,
    isHere: exists('go', 'version'),
    command: [built],
  },
];

const SECRET = 'whsec_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const OTHER = 'whsec_OeCdMUOM6Qi_uN8PC9cLQ9lacaUwuTJ5779XPxU9sys';
const T = 1_794_648_600;
const BODY = Buffer.from(
  '{"event":"auth.completed","data":{"first_name":"Анна 👩‍💻","text":"Ёлка 🎄. \\u2028 \\"ok\\""}}',
);
const RIGHT = signature([SECRET], T, BODY);
const HEX = RIGHT.slice(RIGHT.indexOf('v1=') + 3);
/** The beginning of the body moved into t: the signed bytes are the same, the body is not. */
const dot = BODY.indexOf('.');
const shifted = { header: `t=${T}.${BODY.subarray(0, dot)},v1=${HEX}`, body: BODY.subarray(dot + 1) };

type Request = { secret?: string; header?: string; body?: Buffer };

const genuine: Record<string, Request> = {
  'Cyrillic and emoji': {},
  'an empty body': { body: Buffer.alloc(0), header: signature([SECRET], T, Buffer.alloc(0)) },
  'bytes that are no UTF-8': {
    body: Buffer.from([0, 255, 13, 10, 0]),
    header: signature([SECRET], T, Buffer.from([0, 255, 13, 10, 0])),
  },
  'a body of a megabyte': {
    body: Buffer.alloc(1_000_000, 'ж'),
    header: signature([SECRET], T, Buffer.alloc(1_000_000, 'ж')),
  },
  'the newer of two secrets': { header: signature([SECRET, OTHER], T, BODY) },
  'the older of two secrets': { header: signature([OTHER, SECRET], T, BODY) },
  'the middle one of three': { header: signature([OTHER, SECRET, `${OTHER}3`], T, BODY) },
  'a time long ago': { header: signature([SECRET], 1, BODY) },
  'names that do not exist yet': { header: `${RIGHT},v2=abc,flag` },
};

const forged: Record<string, Request> = {
  'another secret': { secret: OTHER },
  'the secret without its prefix': { secret: SECRET.slice('whsec_'.length) },
  'no secret on either side': { secret: '', header: signature([''], T, BODY) },
  'a changed byte': { body: Buffer.from(BODY.toString().replace('Анна', 'Инна')) },
  'a byte more': { body: Buffer.concat([BODY, Buffer.from('\n')]) },
  'a body written anew': { body: Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1)) },
  'another time': { header: RIGHT.replace(`t=${T}`, `t=${T + 1}`) },
  'a part of the body moved into the time': shifted,
  'other secrets only': { header: signature([OTHER, `${OTHER}3`], T, BODY) },
};

const malformed: string[] = [
  ...['', ',', '=', 't=', 'v1=', 't=,v1=', `t=${T}`, `t=${T},v1=`, `v1=${HEX}`, HEX, `t=${T}v1=${HEX}`],
  ...[`t=${T},v1=${HEX.slice(0, 63)}`, `t=${T},v1=${HEX}0`, `t=${T},v1=${HEX.toUpperCase()}`, `t=${T},v0=${HEX}`],
  ...[`t=${T},v1=${'ё'.repeat(32)}`, `t=${T},v1=${'é'.repeat(64)}`, `t=${T},v1=${HEX}=`, `t=${T};v1=${HEX}`],
  ...[`t=${T}\n,v1=${HEX}`, `t=,t=${T},v1=${HEX}`, `t=${T},t=${T},v1=${HEX}`, `t=-${T},v1=${HEX}`, `t=١,v1=${HEX}`],
];

test('moving a part of the body into the time would deceive who does not look at the time', () => {
  const [, time] = /^t=([^,]+),v1=[0-9a-f]{64}$/.exec(shifted.header) ?? [];
  expect(`${time}.${shifted.body}`).toBe(`${T}.${BODY}`);
});

describe.each(snippets)('$file', ({ file, fence, compares, isHere, command: [program, ...args] }) => {
  const code = readFileSync(snippetPath(file), 'utf8');

  test('stands in the chapter to the letter', () => {
    expect(chapter).toContain(`\n\`\`\`${fence}\n${code}\`\`\`\n`);
  });

  test('compares in constant time', () => {
    expect(code).toMatch(compares);
    expect(code).not.toMatch(/(==|!=|\bin)=*\s*\$?expected\b(?!\.length)|\bexpected\s*(==|!=)/);
  });

  describe.runIf(isHere)('run', () => {
    beforeAll(() => {
      if (program !== built) return;
      const { status, stderr } = spawnSync('go', ['build', '-o', built, snippetPath(file)], { env: goEnv });
      if (status !== 0) throw new Error(`${stderr}`);
    }, 300_000);

    async function run({ secret = SECRET, header = RIGHT, body = BODY }: Request) {
      const child = spawn(program, [...args, secret, header]);
      // Whoever has decided before reading all of it closes the pipe.
      child.stdin.on('error', () => {});
      child.stdin.end(body);
      const [[exitCode], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
      // A crash would also be exit code 1, and is not an answer.
      return { exitCode, said };
    }

    test.each(Object.keys(genuine))('accepts %s', async (name) => {
      expect(await run(genuine[name] ?? {})).toEqual({ exitCode: 0, said: '' });
    });
    test.each(Object.keys(forged))('refuses %s', async (name) => {
      expect(await run(forged[name] ?? {})).toEqual({ exitCode: 1, said: '' });
    });
    test.each(malformed)('refuses the header %j', async (header) => {
      expect(await run({ header })).toEqual({ exitCode: 1, said: '' });
    });
  });
});

test("the chapter's example for other languages is right", () => {
  const [, header] = /^SIGNATURE=(.+)$/m.exec(chapter) ?? [];
  const [, body] = /^printf '%s' '(.+)' > body\.json$/m.exec(chapter) ?? [];
  const [, secret] = /^node verify-webhook\.mjs (\S+) "\$SIGNATURE" < body\.json/m.exec(chapter) ?? [];
  const [, signed] = /^printf '%s' '(.+)' \|\n {2}openssl dgst -sha256 -hmac (\S+)$/m.exec(chapter) ?? [];
  const t = Number(/^t=(\d+),/.exec(header ?? '')?.[1]);
  expect(signature([secret ?? ''], t, Buffer.from(body ?? ''))).toBe(header);
  expect(signed).toBe(`${t}.${body}`);
});

test("the chapter's receiver takes a delivery once, answers repetitions, refuses forgeries", async () => {
  const code = /```js\n(\/\/ receiver\.mjs[\s\S]+?)```/.exec(chapter)?.[1] ?? '';
  const listens = ".listen(3000, 'localhost')";
  expect(code).toContain(listens);
  const anyPort = ".listen(0, 'localhost', function () { console.log(this.address().port); })";
  await writeFile(join(scratch, 'receiver.mjs'), code.replace(listens, anyPort));
  await copyFile(snippetPath('verify-webhook.mjs'), join(scratch, 'verify-webhook.mjs'));
  const env = { ...process.env, SECRET };
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: scratch, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: port } = await lines.next();

  const data = { subscriber_id: 'sub_034mh6ZvZAEmLG1vsNb6iN', first_name: 'Анна 👋' };
  const body = Buffer.from(JSON.stringify({ event: 'auth.completed', data }));
  const post = async (id: string, secret: string, t: number) => {
    const headers = { 'X-Service-Delivery-Id': id, 'X-Service-Signature': signature([secret], t, body) };
    return (await fetch(`http://localhost:${port}/webhooks`, { method: 'POST', headers, body })).status;
  };
  expect(await post('first', SECRET, T)).toBe(204);
  expect(await post('first', SECRET, T + 30)).toBe(204);
  expect(await post('forged', OTHER, T)).toBe(401);
  expect(await post('second', SECRET, T)).toBe(204);
  for (const id of ['first', 'second']) {
    expect((await lines.next()).value).toBe(`${id} auth.completed sub_034mh6ZvZAEmLG1vsNb6iN`);
  }
  child.kill('SIGKILL');
  expect((await lines.next()).done).toBe(true);
});
