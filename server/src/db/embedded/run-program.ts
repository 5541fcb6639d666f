import { spawn } from 'node:child_process';
import type { Account } from './choose-account.ts';
import { errorCode } from './embedded-postgres-error.ts';

export type ProgramResult =
  | { outcome: 'exited'; code: number | null; output: string }
  | { outcome: 'not_started'; code: string };

type ProgramOptions = { account: Account | undefined; cwd: string };

/** Nothing of ours: PGDATA, PGPORT, LD_PRELOAD and the secrets of the process stay away from the database. */
export const programEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

/** Runs a program to its end. `command` is the program and its arguments. */
export function runProgram(command: readonly string[], { account, cwd }: ProgramOptions): Promise<ProgramResult> {
  const [program = '', ...args] = command;
  return new Promise<ProgramResult>((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: programEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ outcome: 'not_started', code: errorCode(error) ?? 'unknown' }));
    child.once('close', (code) => resolve({ outcome: 'exited', code, output: Buffer.concat(chunks).toString() }));
  }).catch((error: unknown) => {
    // Node.js throws some errors of a spawn (EPERM) instead of emitting them.
    return { outcome: 'not_started', code: errorCode(error) ?? 'unknown' };
  });
}
