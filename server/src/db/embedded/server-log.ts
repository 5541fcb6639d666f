import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';

const limitBytes = 10 * 1024 * 1024;

export type ServerLog = { path: string; handle: FileHandle; startedAt: number };

/** Opens the log for appending; one that has grown too large is kept aside as `.old` and a new one begun. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const size = await sizeOf(path);
  if (size > limitBytes) await rename(path, `${path}.old`);
  const handle = await open(path, 'a', 0o600);
  return { path, handle, startedAt: size > limitBytes ? 0 : size };
}

/** The last lines that were written since the log was opened. */
export async function lastLines(log: ServerLog, count: number): Promise<string> {
  const written = (await readFile(log.path)).subarray(log.startedAt).toString();
  return written.trim().split('\n').slice(-count).join('\n');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
