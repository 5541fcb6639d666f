import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const modules = join(root, 'node_modules');

const oldestNode = 24;

/** The Node.js that the project brings along; the machine's own where its package could not be installed. */
export function projectNode() {
  const own = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath;
  throw new Failure(
    `The project's own Node.js is missing and this one (${process.version}) is too old: ${oldestNode} is needed.\n` +
      'Are install scripts switched off (npm config get ignore-scripts)? Switch them on and run npm ci.',
  );
}

/** Something that the person at the keyboard can put right: shown without a stack. */
export class Failure extends Error {}

/** Everything that is not a program's own output goes to standard error. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs a command's main function; the exit code is what it returns. */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack);
    process.exitCode = 1;
  }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
