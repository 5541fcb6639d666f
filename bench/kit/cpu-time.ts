import { readdirSync, readFileSync } from 'node:fs';

/** The kernel's unit of CPU time, the same on every Linux. */
const TICKS_PER_SECOND = 100;

type Usage = { parent: number; seconds: number; ofEndedChildren: number };

/** Seconds of CPU that a process has used: what a rate cannot tell on a busy machine. Linux only, NaN elsewhere. */
export function cpuSeconds(pid: number): number {
  return readUsage(pid)?.seconds ?? Number.NaN;
}

/** The same of a process and all its children, those that have ended included: a PostgreSQL server. */
export function familyCpuSeconds(pid: number): number {
  const own = readUsage(pid);
  if (own === undefined) return Number.NaN;
  const children = readdirSync('/proc')
    .map((name) => readUsage(Number(name)))
    .filter((usage) => usage?.parent === pid);
  return children.reduce((sum, usage) => sum + (usage?.seconds ?? 0), own.seconds + own.ofEndedChildren);
}

export function parentOf(pid: number): number {
  return readUsage(pid)?.parent ?? Number.NaN;
}

function readUsage(pid: number): Usage | undefined {
  if (!Number.isInteger(pid)) return undefined;
  try {
    // The name of the program, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ').map(Number);
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return { parent: fields[1] ?? 0, seconds: ticks(11), ofEndedChildren: ticks(13) };
  } catch {
    return undefined;
  }
}
