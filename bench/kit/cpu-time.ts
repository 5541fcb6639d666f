import { readFileSync } from 'node:fs';

/** The kernel's unit of CPU time, the same on every Linux. */
const TICKS_PER_SECOND = 100;

/** Seconds of CPU that a process has used: what a rate cannot tell on a busy machine. Linux only, NaN elsewhere. */
export function cpuSeconds(pid: number): number {
  try {
    // The name of the program, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
