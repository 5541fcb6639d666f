/** What a benchmark must undo, also on Ctrl-C. Undone in reverse order, once. */
const undoings: (() => Promise<void> | void)[] = [];
let running: Promise<void> | undefined;

export function onCleanUp(undo: () => Promise<void> | void): void {
  undoings.push(undo);
}

export function cleanUp(): Promise<void> {
  running ??= undoAll();
  return running;
}

async function undoAll(): Promise<void> {
  for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) {
    await Promise.resolve(undo()).catch((error: unknown) => process.stderr.write(`${(error as Error).stack}\n`));
  }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => void cleanUp().then(() => process.exit(code)));
}
