import type { ErrorCode } from '#lib/app-error.ts';

export type ErrorEntry = { status: number; retryable: boolean; meaning: string; whatToDo: string };

/** The HTTP side of every refusal, and what the docs say about it. The only place with status codes of errors. */
export const ERROR_CODES: Record<ErrorCode, ErrorEntry> = {
  bad_request: {
    status: 400,
    retryable: false,
    meaning: 'The request is not valid HTTP, or its address cannot be read.',
    whatToDo: 'Check the address and headers that your client sends; percent-encode what is not plain ASCII.',
  },
  validation_failed: {
    status: 400,
    retryable: false,
    meaning: 'The body, a query parameter or a header breaks a rule; the text names the field.',
    whatToDo: 'Correct the named field. Bodies are JSON objects in UTF-8; values are not converted ("5" is not 5).',
  },
  invalid_url: {
    status: 400,
    retryable: false,
    meaning: 'A URL is malformed, not registered with the project, or points where Bellhop does not go.',
    whatToDo: 'Use an http or https URL of a public host; register redirect URLs with the project first.',
  },
  invalid_external_id: {
    status: 400,
    retryable: false,
    meaning: 'external_id is empty, longer than 128 characters, or has control characters.',
    whatToDo: 'Send 1 to 128 printable characters.',
  },
  mutually_exclusive_identifiers: {
    status: 400,
    retryable: false,
    meaning: 'Both subscriber_id and external_id were given.',
    whatToDo: 'Send one of the two.',
  },
  invalid_code: {
    status: 400,
    retryable: false,
    meaning: 'No login of this project has that one-time code.',
    whatToDo: 'Pass the code exactly as it arrived. Somebody may have made it up: do not log that person in.',
  },
  code_expired: {
    status: 400,
    retryable: false,
    meaning: 'The one-time code is older than 300 seconds.',
    whatToDo: 'Start a new login, and verify the code as soon as it arrives.',
  },
  code_already_used: {
    status: 400,
    retryable: false,
    meaning: 'The one-time code was verified before. A code works once.',
    whatToDo:
      'Keep the first answer; do not verify again on a page reload. If you did not use it, treat it as an attack.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: 'There is no API key in the request.',
    whatToDo: 'Send the header "Authorization: Bearer <API key>".',
  },
  invalid_api_key: {
    status: 401,
    retryable: false,
    meaning: 'The API key is unknown or was revoked.',
    whatToDo: 'Check for a cut or mixed-up key; create a new one if it was revoked.',
  },
  billing_blocked: {
    status: 402,
    retryable: false,
    meaning: 'The plan is used up: credits ended and the grace period is over, or the monthly cap is reached.',
    whatToDo: 'Buy a credit pack, choose a higher plan, or wait for the new month (UTC).',
  },
  forbidden: {
    status: 403,
    retryable: false,
    meaning: 'The key is valid, but this is not open to it.',
    whatToDo: 'Check the plan and the role; ask the owner of the project.',
  },
  project_inactive: {
    status: 403,
    retryable: false,
    meaning: 'The project of this key is switched off.',
    whatToDo: 'Ask the operator to activate the project.',
  },
  not_found: {
    status: 404,
    retryable: false,
    meaning: 'There is nothing at this address, or nothing that this project may see.',
    whatToDo: 'Check the path and the id. What belongs to another project is not found either.',
  },
  subscriber_not_found: {
    status: 404,
    retryable: false,
    meaning: 'The project has no such subscriber.',
    whatToDo: 'Check the identifier; the person may have been removed, or never subscribed.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: 'The address exists, but not with this method.',
    whatToDo: 'Use one of the methods in the Allow header.',
  },
  conflict: {
    status: 409,
    retryable: false,
    meaning:
      'The request does not fit the present state: a name is taken, a limit of objects is reached, or it is too late.',
    whatToDo: 'Read the object again and decide; the text says what is in the way.',
  },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    meaning: 'This Idempotency-Key was used within 24 hours with another body.',
    whatToDo: 'Use a new key for a new request, and the same body for a repetition.',
  },
  already_subscribed: {
    status: 409,
    retryable: false,
    meaning: 'The person is subscribed already.',
    whatToDo: 'Nothing needs to be done.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    meaning: 'The body is larger than 1 MB.',
    whatToDo: 'Send less at once; media goes by URL.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning: 'The body is not declared as JSON.',
    whatToDo: 'Send "Content-Type: application/json".',
  },
  request_in_progress: {
    status: 425,
    retryable: true,
    meaning: 'The first request with this Idempotency-Key is still running.',
    whatToDo: 'Wait for Retry-After seconds and repeat the same request.',
  },
  rate_limit_project: {
    status: 429,
    retryable: true,
    meaning: 'The project made too many requests, or started too many logins.',
    whatToDo: 'Wait for Retry-After seconds; slow down by X-RateLimit-Remaining.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    meaning: 'Something went wrong inside Bellhop. It was logged under the X-Request-Id of the answer.',
    whatToDo: 'Try again with growing pauses; tell the operator the X-Request-Id if it stays.',
  },
  platform_busy: {
    status: 500,
    retryable: true,
    meaning: 'No messenger can take this now, or no bot is configured.',
    whatToDo: 'Try again with growing pauses; the operator sees the state of the bots.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    meaning: 'The database is away for a moment, or this process is stopping.',
    whatToDo: 'Wait for Retry-After seconds and repeat the request.',
  },
};
