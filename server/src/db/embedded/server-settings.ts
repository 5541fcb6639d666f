import { stat } from 'node:fs/promises';

export const port = 5432;

/** No TCP, and a socket in a directory that no other account can enter; small, because it shares the machine. */
const fixed = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '40',
  jit: 'off',
  timezone: 'UTC',
  log_checkpoints: 'off',
  // Without DETAIL and CONTEXT lines, which quote the values of rows.
  log_error_verbosity: 'terse',
};

export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Names one cluster in the titles of all of its processes, so that they can be told from any other PostgreSQL. */
export async function clusterName(clusterDir: string): Promise<string> {
  const { dev, ino } = await stat(clusterDir, { bigint: true });
  return `bellhop-${dev}-${ino}`;
}
