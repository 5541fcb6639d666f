/**
 * One PostgreSQL for a whole test run, with a migrated template that each test file clones.
 * Runs once, before all test files, in Vitest's main process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#db';
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts';

export type TestServer = { host: string; user: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellhop-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const { host, user } = server.connection;
  const template = 'bellhop_template';
  const admin = new pg.Pool({ host, user, database: 'postgres', max: 1 });
  await admin.query(`create database ${template}`);
  await admin.end();
  const pool = new pg.Pool({ host, user, database: template, max: 1 });
  await migrate(pool);
  await pool.end();
  // The path through this process' descriptor is good in this process only; workers need one of their own.
  project.provide('postgres', { host: reachable(host), user, template });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function reachable(host: string): string {
  return host.replace('/proc/self/', `/proc/${process.pid}/`);
}
