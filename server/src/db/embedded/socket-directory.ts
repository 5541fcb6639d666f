import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { port } from './server-settings.ts';

export type SocketDirectory = {
  /** As clients write it. */
  host: string;
  /** As the server writes it: relative to the cluster, or absolute. */
  serverSide: string;
  close(): Promise<void>;
};

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing NUL included.
const limitBytes = 103;

export function fitsSocketPath(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= limitBytes;
}

/** The socket stands in the cluster's directory; one whose path is too long for a socket gets a short way to it. */
export async function openSocketDirectory(clusterDir: string): Promise<SocketDirectory> {
  if (fitsSocketPath(clusterDir)) {
    return { host: clusterDir, serverSide: '.', close: async () => {} };
  }
  if (process.platform === 'linux') {
    const descriptor = openSync(clusterDir, 'r');
    // By number rather than `self`: other processes of this account can follow it too.
    const host = `/proc/${process.pid}/fd/${descriptor}`;
    return { host, serverSide: '.', close: async () => closeSync(descriptor) };
  }
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-'));
  return { host: directory, serverSide: directory, close: () => rm(directory, { recursive: true, force: true }) };
}
