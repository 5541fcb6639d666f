import type { Failure, Reason } from '../messenger.ts';

export type MaxError = { status: number; code: string; message: string; retryAfter: number | null };

const notReady = 'attachment.not.ready';
const defaultRetryAfter = 1;

/** MAX puts the telling word now into `code`, now into `message`. */
export function failureOf({ status, code, message, retryAfter }: MaxError): Failure {
  const reason = reasonOf(status, `${code} ${message}`);
  const detail = [code, message].filter((part) => part !== '').join(': ') || `HTTP ${status}`;
  if (reason !== 'rate_limited') return { kind: 'said_no', reason, detail };
  return { kind: 'said_no', reason, retryAfter: retryAfter ?? defaultRetryAfter, detail };
}

function reasonOf(status: number, words: string): Reason {
  const says = (word: string) => words.includes(word);
  if (status === 429 || says('too.many.requests')) return 'rate_limited';
  if (status >= 500 || says(notReady)) return 'platform_unavailable';
  if (status === 401) return 'bot_banned';
  if (says('chat.denied') || says('error.dialog.suspended')) return 'user_blocked_bot';
  if (says('dialog.not.found') || says('chat.not.found') || says('user.not.found')) return 'chat_not_found';
  return status === 400 || status === 413 ? 'invalid_message' : 'unknown';
}

const isSaid = (failure: Failure, word: string): boolean => failure.kind === 'said_no' && failure.detail.includes(word);

/** The platform still digests an upload. */
export const isNotReady = (failure: Failure): boolean => isSaid(failure, notReady);
/** The tap is not known any more. */
export const isGone = (failure: Failure): boolean => isSaid(failure, 'not.found');
export const isBadPayload = (failure: Failure): boolean => isSaid(failure, 'proto.payload');
/** An upload is not known any more. */
export const isBadAttachment = (failure: Failure): boolean =>
  failure.kind === 'said_no' && failure.reason === 'invalid_message' && /token|attachment|upload/i.test(failure.detail);
