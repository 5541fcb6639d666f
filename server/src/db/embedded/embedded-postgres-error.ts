export type EmbeddedPostgresProblem =
  | 'already_running'
  | 'wrong_version'
  | 'no_account'
  | 'no_binaries'
  | 'not_writable'
  | 'unsupported_platform'
  | 'start_failed';

/** What can be expected to go wrong; the message is for the operator and says what to do next. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
