/** Telegram's way to say no: `{ok: false, error_code, description}` under the same HTTP status. */
export class TelegramRefusal extends Error {
  readonly code: number;
  readonly retryAfter: number | null;

  constructor(code: number, description: string, retryAfter: number | null = null) {
    super(description);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (reason: string): TelegramRefusal => new TelegramRefusal(400, `Bad Request: ${reason}`);
export const forbidden = (reason: string): TelegramRefusal => new TelegramRefusal(403, `Forbidden: ${reason}`);
export const conflict = (reason: string): TelegramRefusal => new TelegramRefusal(409, `Conflict: ${reason}`);
export const tooManyRequests = (seconds: number): TelegramRefusal =>
  new TelegramRefusal(429, `Too Many Requests: retry after ${seconds}`, seconds);

export const answerOfRefusal = ({ code, message, retryAfter }: TelegramRefusal): object => ({
  ok: false,
  error_code: code,
  description: message,
  ...(retryAfter === null ? {} : { parameters: { retry_after: retryAfter } }),
});
