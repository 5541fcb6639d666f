import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';
import { Failure, modules, projectNode, root, say, seconds } from './project.mjs';

const dashboard = join(root, 'dashboard');
const built = join(dashboard, 'dist');
/** Inside what was built: what it was built from. */
const stamp = '.built-from';
/** Besides the dashboard's own files: it takes the theme and pure rules from the server, its libraries from the lockfile. */
const sources = [
  'dashboard',
  'server/pages',
  'server/src/events',
  'server/src/login/page',
  'server/guide',
  'package-lock.json',
];
const ignored = new Set(['node_modules', 'dist']);

/** Builds the dashboard when what it is made of has changed. Several at once do the same work and none disturbs another. */
export async function buildDashboard() {
  const fingerprint = fingerprintOf(sources);
  if (readStamp() === fingerprint) return;
  const startedAt = performance.now();
  say('Building the dashboard.');
  const name = `dist.${process.pid}`;
  const draft = join(dashboard, name);
  const progress = showProgress('Building');
  const { code, output } = await runVite(name).finally(() => progress.end());
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Failure(`${output.trim()}\nThe dashboard could not be built (exit code ${code}).`);
  }
  writeFileSync(join(draft, stamp), fingerprint);
  replace(draft);
  say(`Dashboard built in ${seconds(startedAt)}.`);
}

function runVite(outDir) {
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const child = spawn(projectNode(), [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: dashboard,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function replace(draft) {
  const old = `${draft}.old`;
  try {
    if (existsSync(built)) renameSync(built, old);
    renameSync(draft, built);
  } catch (error) {
    // Another process was faster, with the same files.
    if (!existsSync(built)) throw error;
  } finally {
    for (const left of [old, draft]) rmSync(left, { recursive: true, force: true });
  }
}

function readStamp() {
  try {
    return readFileSync(join(built, stamp), 'utf8');
  } catch {
    return undefined;
  }
}

function fingerprintOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) return void hash.update(path).update(readFileSync(full));
    const entries = readdirSync(full).filter((name) => !ignored.has(name) && !name.startsWith('dist.'));
    for (const name of entries.sort()) add(`${path}/${name}`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
