/** MAX's way to say no: `{code, message}` under an HTTP status. */
export class MaxRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const badPayload = (message: string): MaxRefusal => new MaxRefusal(400, 'proto.payload', message);
export const notFound = (message: string): MaxRefusal => new MaxRefusal(404, 'not.found', message);
export const unauthorized = (): MaxRefusal => new MaxRefusal(401, 'verify.token', 'Invalid access_token');
export const tooManyRequests = (seconds: number): MaxRefusal =>
  new MaxRefusal(429, 'too.many.requests', 'Too many requests', seconds);
