import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectNode, root } from './project.mjs';
import { watchNpm } from './watch-npm.mjs';

/**
 * For what lives as long as a request and comes by the thousand, as it does in a busy worker:
 * - Room for it: with the default of 16 MB much of it is copied once or twice before it is garbage.
 * - No guessing which of it will live long. What is born old holds on to all that it knows until the next full collection,
 *   and what it knows is then old as well: that took a sixth of a worker's time.
 * - One thread for the young. There is too little of it to share out, and the others are busy with the database.
 */
const flags = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring', '--no-parallel-scavenge'];

/**
 * Runs a script under the project's Node.js to its end and resolves with its exit code.
 * `tethered`: the script holds a channel to this process and stops when that closes, however this process ended.
 */
export function runProgram(script, args, { tethered = false } = {}) {
  const stdio = tethered ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(projectNode(), [...flags, script, ...args], { cwd: root, stdio });
  const letGo = forwardStops(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(letGo);
}

function forwardStops(child) {
  // The first message of a tethered program says that it watches its channel. Closing that stops it once,
  // whereas a signal may come a second time, from the terminal or from a supervisor that signals the whole group.
  let watchesChannel = false;
  child.once('message', () => {
    watchesChannel = true;
  });
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const done = new Set();
  const stop = (signal) => {
    if (done.has(signal)) return;
    done.add(signal);
    if (watchesChannel) {
      if (child.connected) child.disconnect();
    } else if (signal !== 'SIGINT' || !terminal) {
      // Ctrl-C on a terminal reaches the program by itself.
      child.kill(signal);
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const poll = watchNpm(() => stop('SIGTERM'));
  return () => {
    clearInterval(poll);
    for (const signal of signals) process.off(signal, stop);
  };
}
