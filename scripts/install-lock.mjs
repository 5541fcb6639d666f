import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, root, say } from './project.mjs';

const path = join(root, '.installing');
const beatMs = 2_000;
const silenceMs = 15_000;
const longestInstallMs = 10 * 60_000;

/**
 * Runs `work` while no other process of this checkout runs it. `work` gets a function to name the program that
 * it starts: a killed holder's npm goes on installing, and is waited for as well.
 */
export async function withInstallLock(work) {
  await take();
  const beat = setInterval(() => touch(), beatMs);
  try {
    return await work((program) => writeFileSync(path, `${process.pid} ${program}`));
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}

async function take() {
  let said = false;
  while (!create()) {
    const found = look();
    if (found === undefined) continue;
    if (!isHeld(found)) {
      remove(found);
      continue;
    }
    if (!said) say(`Waiting for process ${found.holder}, which is installing the packages.`);
    said = true;
    await sleep(200);
  }
}

/** Silence counts because the numbers of dead processes are given out again. */
function isHeld({ holder, program, silentMs }) {
  if (isAlive(holder) && silentMs < silenceMs) return true;
  return program !== undefined && isAlive(program) && silentMs < longestInstallMs;
}

/** The number appears together with the file, so that nobody reads a lock without a holder. */
function create() {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, String(process.pid));
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Failure(`The packages cannot be installed: ${error.message}. Run this as the owner of ${root}.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function look() {
  try {
    const content = readFileSync(path, 'utf8');
    const [holder, program] = content.split(' ').map(Number);
    return { content, holder, program, silentMs: Date.now() - statSync(path).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Moved aside first: of two that find the same dead holder only one moves it, and never a new holder's lock. */
function remove(found) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== found.content) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function touch() {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Taken over while this process was suspended; the install itself will tell.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
