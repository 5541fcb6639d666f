import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onCleanUp } from './clean-up.ts';

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-bench-'));
  onCleanUp(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
