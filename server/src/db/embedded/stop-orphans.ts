import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './create-cluster.ts';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';
import { clusterName, port } from './server-settings.ts';

/**
 * Ends what a killed Bellhop left running on this cluster, and clears the files that would refuse a new start.
 * Only for the holder of the lock: nobody else's database can be running here.
 */
export async function stopOrphans(cluster: Cluster, say: (line: string) => void): Promise<void> {
  const pidFile = join(cluster.clusterDir, 'postmaster.pid');
  const recorded = await readPid(pidFile);
  if (recorded === undefined) return;
  const find = () => findProcesses(cluster);
  const orphans = await find();
  if (orphans.length > 0) {
    say('Stopping the database that an earlier run left behind.');
    // Children of a postmaster that is gone lead nowhere: what they did not commit is lost already.
    if (orphans.includes(recorded)) signal([recorded], 'SIGINT');
    else signal(orphans, 'SIGKILL');
    if (!(await waitUntilGone(find, 30_000))) {
      signal(await find(), 'SIGKILL');
      if (!(await waitUntilGone(find, 5_000))) {
        throw new EmbeddedPostgresError(
          'already_running',
          `A database left by an earlier run does not stop (process ${recorded}). End it by hand and start again.`,
        );
      }
    }
  }
  // Its number may meanwhile belong to a process of somebody else, which PostgreSQL would take for a rival.
  await rm(pidFile, { force: true });
  await rm(join(cluster.clusterDir, `.s.PGSQL.${port}`), { force: true });
  await rm(join(cluster.clusterDir, `.s.PGSQL.${port}.lock`), { force: true });
}

async function readPid(pidFile: string): Promise<number | undefined> {
  try {
    return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** By title and owner, which a container's root may read; the working directory of others it may not. */
async function findProcesses({ clusterDir, account }: Cluster): Promise<number[]> {
  const name = await clusterName(clusterDir);
  const uid = account?.uid ?? process.geteuid?.();
  if (process.platform !== 'linux') return findProcessesByPs(name, uid);
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const matches = await Promise.all(
    pids.map(async (pid) => {
      try {
        // A zombie has an empty command line, and so counts as gone.
        const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
        return namesCluster(commandLine, name) && (await stat(`/proc/${pid}`)).uid === uid;
      } catch {
        return false;
      }
    }),
  );
  return pids.filter((_, index) => matches[index]);
}

async function findProcessesByPs(name: string, uid: number | undefined): Promise<number[]> {
  const result = await runProgram(['ps', '-axo', 'pid=,uid=,command='], { account: undefined, cwd: '/' });
  if (result.outcome !== 'exited') return [];
  return result.output.split('\n').flatMap((line) => {
    const [, pid, owner, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return namesCluster(command, name) && Number(owner) === uid ? [Number(pid)] : [];
  });
}

function namesCluster(commandLine: string, name: string): boolean {
  return commandLine.includes('postgres') && new RegExp(`${name}(?!\\d)`).test(commandLine);
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

async function waitUntilGone(find: () => Promise<number[]>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while ((await find()).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
