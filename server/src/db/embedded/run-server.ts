import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, clusterArgument } from './create-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { programEnvironment } from './run-program.ts';
import { lastLines, openServerLog } from './server-log.ts';
import { clusterName, port, settingArguments } from './server-settings.ts';

export type RunningServer = { stop(): Promise<void> };

type ServerOptions = {
  socketDirectory: string;
  settings: Record<string, string>;
  say: (line: string) => void;
};

const readyPollMs = 10;
const patienceMs = 10_000;
const stopLimitMs = 60_000;

/** Starts the database server and waits until it accepts connections. */
export async function runServer(cluster: Cluster, options: ServerOptions): Promise<RunningServer> {
  const log = await openServerLog(join(cluster.dataDir, 'postgres.log'));
  const { binaries, account, clusterDir } = cluster;
  const [program = '', ...args] = [
    ...binaries.tether,
    join(binaries.directory, 'postgres'),
    ...['-D', clusterArgument(clusterDir), '-p', String(port)],
    ...settingArguments({
      ...options.settings,
      cluster_name: await clusterName(clusterDir),
      unix_socket_directories: options.socketDirectory,
    }),
  ];
  const child = spawn(program, args, {
    cwd: clusterDir,
    env: programEnvironment,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
    // A session of its own: Ctrl-C must not reach the database while Bellhop still drains.
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  try {
    const failure = await waitUntilReady(cluster, child, ended, options.say);
    if (failure !== undefined) {
      throw new EmbeddedPostgresError(
        'start_failed',
        `The embedded database did not start (${failure}). The end of ${log.path}:\n${await lastLines(log, 8)}`,
      );
    }
  } catch (error) {
    process.off('exit', interrupt);
    interrupt();
    throw error;
  } finally {
    await log.handle.close();
  }
  child.unref();
  let stopping = false;
  void ended.then((how) => {
    if (!stopping) options.say(`The embedded database has stopped by itself (${how}); see ${log.path}.`);
  });
  return {
    async stop() {
      stopping = true;
      process.off('exit', interrupt);
      child.ref();
      interrupt();
      const giveUp = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs);
      await ended;
      clearTimeout(giveUp);
    },
  };
}

/** Resolves with the reason when the server ends instead. Recovery after a crash may take its time. */
async function waitUntilReady(
  { clusterDir }: Cluster,
  child: ChildProcess,
  ended: Promise<string>,
  say: (line: string) => void,
): Promise<string | undefined> {
  let failure: string | undefined;
  void ended.then((how) => {
    failure = how;
  });
  let saidAt = performance.now();
  while (failure === undefined) {
    if (await isReady(clusterDir, child.pid)) return undefined;
    if (performance.now() - saidAt > patienceMs) {
      say('The database is still recovering from an unclean stop.');
      saidAt = performance.now();
    }
    await Promise.race([ended, sleep(readyPollMs)]);
  }
  return failure;
}

async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}
