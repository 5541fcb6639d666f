import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { createLog } from '../../src/log.ts';

export type CapturedLog = {
  log: Logger;
  text(): string;
  lines(): Record<string, unknown>[];
};

/** Everything down to trace, kept in memory. */
export function captureLog(): CapturedLog {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return {
    log: createLog('trace', stream),
    text: () => chunks.join(''),
    lines: () =>
      chunks
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
