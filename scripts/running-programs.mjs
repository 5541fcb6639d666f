import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** The processes, other than this one and the npm that started it, whose program stands below a directory. */
export function runningPrograms(directory) {
  const prefix = realpathSync(directory) + sep;
  const ours = [process.pid, process.ppid];
  return listPrograms()
    .filter(({ pid, program }) => !ours.includes(pid) && program.startsWith(prefix))
    .map(({ pid }) => pid);
}

function listPrograms() {
  // Windows refuses to delete a program that runs, so npm itself stops there.
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return listByPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ pid: Number(pid), program: readlinkSync(`/proc/${pid}/exe`) }];
      } catch {
        return [];
      }
    });
}

function listByPs() {
  const lines = execFileSync('ps', ['-axo', 'pid=,comm='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, program] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), program }] : [];
  });
}
