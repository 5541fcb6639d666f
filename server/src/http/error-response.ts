import type { FastifyError, FastifyReply } from 'fastify';
import { isDatabaseAway } from '#db';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { ERROR_CODES } from './error-codes.ts';
import { describeValidation } from './validation.ts';

export type Envelope = { error: string; code: ErrorCode; retryable: boolean; docs_url: string };

export function envelope(baseUrl: string, error: AppError): Envelope {
  const { retryable } = ERROR_CODES[error.code];
  return { error: error.message, code: error.code, retryable, docs_url: `${baseUrl}/docs/errors#${error.code}` };
}

export function sendError(reply: FastifyReply, baseUrl: string, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  // Set before: an HTML page that fails must not answer JSON under its own type.
  reply.removeHeader('content-type');
  return reply
    .code(ERROR_CODES[error.code].status)
    .type('application/json; charset=utf-8')
    .send(envelope(baseUrl, error));
}

/** Whatever was thrown, as something that can be told to a caller without telling anything internal. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseAway(thrown)) {
    return new AppError('service_unavailable', 'The database does not answer at the moment. Try again shortly.', {
      retryAfter: 1,
      cause: thrown,
    });
  }
  return fromFastify(thrown as Partial<FastifyError>) ?? internalError(thrown);
}

function internalError(cause: unknown): AppError {
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Try again; the request id is in X-Request-Id.',
    { cause },
  );
}

function fromFastify(error: Partial<FastifyError>): AppError | undefined {
  if (error.validation !== undefined) {
    return new AppError('validation_failed', describeValidation(error.validation, error.validationContext));
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The body is larger than 1 MB. Send less at once.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'The body must be JSON: send "Content-Type: application/json".');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('bad_request', 'The body is not as long as the Content-Length header says.');
    default:
      break;
  }
  const status = error.statusCode;
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('bad_request', 'The request cannot be read.', { cause: error });
  return undefined;
}
