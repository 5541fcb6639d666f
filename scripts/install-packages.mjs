import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { forgetInstalled, isInstalled, rememberInstalled } from './installed-packages.mjs';
import { showProgress } from './progress.mjs';
import { Failure, modules, root, say, seconds } from './project.mjs';
import { runningPrograms } from './running-programs.mjs';

/** Installs the packages when package-lock.json asks for others than there are. */
export async function installPackages() {
  if (isInstalled()) return;
  await withInstallLock(async (nameProgram) => {
    // Whoever held the lock may have done it.
    if (isInstalled()) return;
    refuseWhileInUse();
    const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
    forgetInstalled();
    await runNpmCi(nameProgram);
    rememberInstalled(lockfile);
  });
}

/** npm ci deletes node_modules first, under the feet of whatever runs from there. */
function refuseWhileInUse() {
  const users = existsSync(modules) ? runningPrograms(modules) : [];
  if (users.length === 0) return;
  throw new Failure(
    'The packages have changed and must be installed again, but programs are running from node_modules ' +
      `(process ${users.slice(0, 3).join(', ')}${users.length > 3 ? ', …' : ''}). Stop them, then run this again.`,
  );
}

async function runNpmCi(nameProgram) {
  const startedAt = performance.now();
  say('Installing the packages (npm ci); this takes a minute the first time.');
  const progress = showProgress('Installing');
  const { code, signal, output } = await runNpm(['ci', ...npmOptions], nameProgram).finally(() => progress.end());
  if (signal) throw new Failure(`Installing was stopped (${signal}).`);
  if (code !== 0)
    throw new Failure(`${output.trim()}\nThe packages could not be installed (npm ci, exit code ${code}).`);
  say(`Packages installed in ${seconds(startedAt)}.`);
}

// The runtime and the tools are development dependencies, which NODE_ENV=production would leave out.
const npmOptions = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];

// npm finishes what it is doing before it heeds a signal.
const graceMs = 2_000;

function runNpm(args, nameProgram) {
  const [program, ...first] = npmCommand();
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env: npmEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that the scripts of the packages can be stopped together with npm.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (child.pid) nameProgram(child.pid);
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-100_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let received;
  const stop = (signal) => {
    if (received === undefined) setTimeout(() => killGroup(child, 'SIGKILL'), graceMs).unref();
    received ??= signal;
    killGroup(child, 'SIGTERM');
  };
  for (const signal of signals) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new Failure('npm was not found. Install Node.js 20 or newer together with npm.')));
    child.once('close', (code, signal) => resolve({ code, signal: received ?? signal, output }));
  }).finally(() => {
    for (const signal of signals) process.off(signal, stop);
  });
}

function killGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** The npm that runs this script, under its own Node.js: the one in node_modules is about to be deleted. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const isNpm = script !== undefined && basename(script).startsWith('npm') && existsSync(script);
  return isNpm && node && !node.startsWith(modules) ? [node, script] : ['npm'];
}

/** What an outer npm says of its own run must not steer this one; registries, proxies and caches may. */
function npmEnvironment() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^npm_(package|lifecycle|command)/i.test(name)) delete env[name];
    if (/^npm_config_(global|location|local_prefix|workspaces?|omit|only|dry_run|loglevel|json)$/i.test(name))
      delete env[name];
  }
  const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const kept = (env[path] ?? '').split(delimiter).filter((entry) => !entry.startsWith(modules));
  return { ...env, [path]: kept.join(delimiter) };
}
