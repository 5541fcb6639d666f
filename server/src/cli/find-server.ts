import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, type Environment, readConfig } from '#config';
import { UsageError } from './usage-error.ts';

export type Server = { url: string; token: string };

/** Where the server is and what opens its operator API, from what the server itself is configured with. Changes nothing. */
export function findServer(env: Environment, givenUrl: string | undefined): Server {
  const config = readConfig(env);
  const url = givenUrl === undefined ? config.baseUrl : originOf(givenUrl);
  const token = config.adminToken ?? keptToken(config, url);
  if (token === undefined) {
    throw new UsageError(
      "The operator token is not known: set ADMIN_TOKEN, or run this where DATA_DIR is the server's.",
    );
  }
  return { url, token };
}

/** The token in DATA_DIR belongs to the system on this machine, and is shown to no other. */
function keptToken(config: Config, url: string): string | undefined {
  if (config.databaseUrl !== undefined || (url !== config.baseUrl && !isLoopback(url))) return undefined;
  const file = join(config.dataDir, 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${file} cannot be read (${code}): set ADMIN_TOKEN, or run this as the server's account.`);
  }
}

function originOf(given: string): string {
  const url = URL.parse(given);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!plain)
    throw new UsageError(
      '--url must be an http or https address without path or credentials, like http://localhost:8080.',
    );
  return url.origin;
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
