/** What the server's envelope says, or that no server was reached (`offline`, status 0). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly docsUrl: string | undefined;
  /** To tell the operator when it was our fault. */
  readonly requestId: string | undefined;
  /** Seconds that the server asked us to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    text: string,
    detail: {
      code: string;
      status: number;
      docsUrl?: string | undefined;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
    },
  ) {
    super(text);
    this.name = 'ApiError';
    this.code = detail.code;
    this.status = detail.status;
    this.docsUrl = detail.docsUrl;
    this.requestId = detail.requestId;
    this.retryAfter = detail.retryAfter;
  }
}

export function isApiError(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
