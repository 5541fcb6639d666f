/** What a failed query means to a caller, told apart by node-postgres' and PostgreSQL's codes. */

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
]);
/** Shutting down, crashed, starting up, too many connections. */
const SERVER_AWAY = new Set(['57P01', '57P02', '57P03', '53300']);
const CLIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** True where the database could not be reached or went away, so that trying again later can help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (SERVER_AWAY.has(code) || /^08...$/.test(code)) return true;
    if (
      NETWORK.has(code) &&
      (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
    )
      return true;
  }
  return CLIENT_MESSAGES.test(error.message);
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const failure = error as { code?: unknown; constraint?: unknown };
  return error instanceof Error && failure.code === '23505' && failure.constraint === constraint;
}
