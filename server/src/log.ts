import { isatty } from 'node:tty';
import { type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '#config';

/** JSON lines, or readable ones on a terminal. Nothing here may carry a secret: requests are logged by route, never by address. */
export function createLog(level: Config['logLevel'], stream?: NodeJS.WritableStream): Logger {
  const onTerminal = stream === undefined && isatty(1);
  const destination =
    stream ??
    (onTerminal
      ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
      : process.stdout);
  return pino({ level, base: { pid: process.pid }, serializers: { err: safeError } }, destination);
}

/** Without the fields that libraries hang on their errors: a query's parameters, a request's headers. */
function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, ...(code === undefined ? {} : { code }), stack };
}
