/** Stable identifiers of everything the API refuses. Their HTTP side is one table, in http/. */
export type ErrorCode =
  | 'bad_request'
  | 'validation_failed'
  | 'invalid_url'
  | 'invalid_external_id'
  | 'mutually_exclusive_identifiers'
  | 'invalid_code'
  | 'code_expired'
  | 'code_already_used'
  | 'unauthorized'
  | 'invalid_api_key'
  | 'billing_blocked'
  | 'forbidden'
  | 'project_inactive'
  | 'not_found'
  | 'subscriber_not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_conflict'
  | 'already_subscribed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'request_in_progress'
  | 'rate_limit_project'
  | 'internal_error'
  | 'platform_busy'
  | 'service_unavailable';

/** A refusal that the caller is told about. `message` is public; `cause` is for the log only. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Seconds after which the same request may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
