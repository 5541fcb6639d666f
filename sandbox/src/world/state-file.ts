import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const checkEveryMs = 500;
// Saving a crowd of 100,000 takes a moment: never spend more than a twentieth of the time on it.
const restFactor = 20;

export type StateFile = { save(): void; stop(): void };

/** Reads the file; null where there is none. One that is broken is put aside, not overwritten. */
export function readStateFile(path: string, log: (line: string) => void): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    renameSync(path, `${path}.broken`);
    log(`The sandbox's state file was unreadable and is now ${path}.broken; the sandbox starts afresh.`);
    return null;
  }
}

/** Saves soon after each change, whole or not at all. */
export function keepStateFile(path: string, changes: () => number, snapshot: (clean: boolean) => unknown): StateFile {
  mkdirSync(dirname(path), { recursive: true });
  let saved = -1;
  let notBefore = 0;
  const write = (clean: boolean) => {
    const started = performance.now();
    saved = changes();
    const draft = `${path}.new`;
    writeFileSync(draft, JSON.stringify(snapshot(clean)), { mode: 0o600 });
    renameSync(draft, path);
    notBefore = performance.now() + (performance.now() - started) * restFactor;
  };
  const timer = setInterval(() => {
    if (changes() !== saved && performance.now() >= notBefore) write(false);
  }, checkEveryMs);
  timer.unref();
  return {
    save: () => write(false),
    stop: () => {
      clearInterval(timer);
      write(true);
    },
  };
}
