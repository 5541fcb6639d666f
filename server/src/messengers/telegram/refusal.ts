import type { ApiError } from '@grammyjs/types';
import type { Failure, Reason } from '../messenger.ts';

const noSuchChat = [
  'chat not found',
  'user not found',
  'peer_id_invalid',
  'user is deactivated',
  "bot can't initiate conversation",
];

/** Telegram's codes tell little: the texts are what differs, and they have been stable for years. */
export function failureOf(error: Partial<ApiError> & { error_code: number }): Failure {
  const { error_code: code, description = '', parameters } = error;
  const detail = description || `error ${code}`;
  const reason = reasonOf(code, description.toLowerCase());
  if (reason !== 'rate_limited') return { kind: 'said_no', reason, detail };
  const named = Number(/retry after (\d+)/i.exec(description)?.[1] ?? 1);
  return { kind: 'said_no', reason, retryAfter: parameters?.retry_after ?? named, detail };
}

function reasonOf(code: number, text: string): Reason {
  if (code === 429) return 'rate_limited';
  if (code >= 500) return 'platform_unavailable';
  // A token of the wrong form makes an unknown address: 404.
  if (code === 401 || code === 404) return 'bot_banned';
  if (text.includes('bot was blocked by the user')) return 'user_blocked_bot';
  if (noSuchChat.some((known) => text.includes(known))) return 'chat_not_found';
  return code === 400 || code === 413 ? 'invalid_message' : 'unknown';
}

const isSaid = (failure: Failure, text: string): boolean =>
  failure.kind === 'said_no' && failure.detail.toLowerCase().includes(text);

export const isNotModified = (failure: Failure): boolean => isSaid(failure, 'message is not modified');
export const isQueryTooOld = (failure: Failure): boolean => isSaid(failure, 'query is too old');
/** The message is media, whose text is its caption. */
export const hasNoText = (failure: Failure): boolean => isSaid(failure, 'there is no text in the message to edit');
/** The name of an uploaded file does not work any more, or not with this call. */
export const isFileUnknown = (failure: Failure): boolean =>
  failure.kind === 'said_no' &&
  /file identifier|remote file|file reference|file_reference|file of type|type of file|file_id/i.test(failure.detail);
/** It is no photo to Telegram, whose sides are too long or too unequal, or which it cannot read. */
export const isBadPhoto = (failure: Failure): boolean =>
  failure.kind === 'said_no' && /photo_|image_process/i.test(failure.detail);
