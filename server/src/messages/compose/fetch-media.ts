import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Media, MediaType } from '#messengers';
import type { MediaWish } from './composition.ts';
import { fileNameOf } from './media-file-name.ts';
import { kindOf, problemOfKind } from './media-kind.ts';

const MEGABYTE = 1024 * 1024;
/** Exactly so much is fine. */
export const LARGEST_MEDIA: Record<MediaType, number> = {
  photo: 20 * MEGABYTE,
  video: 50 * MEGABYTE,
  document: 50 * MEGABYTE,
};
const MOST_REDIRECTS = 3;

/** `freshSeconds` is how long its server says that it stays as it is; undefined where it says nothing. */
export type FetchedMedia =
  | { ok: true; media: Media; freshSeconds: number | undefined }
  | { ok: false; problem: string /** Whether another time may go better. */; retryable: boolean };

type Answered = Extract<Awaited<ReturnType<Outgoing['request']>>, { outcome: 'answered' }>;
type Failed = Extract<FetchedMedia, { ok: false }>;

/** `timeoutMs` is for all of it, redirects too. */
export async function fetchMedia(
  outgoing: Pick<Outgoing, 'request'>,
  { type, url }: MediaWish,
  timeoutMs: number,
): Promise<FetchedMedia> {
  const signal = AbortSignal.timeout(timeoutMs);
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await outgoing.request({
      url: address,
      method: 'GET',
      headers: [
        ['accept', '*/*'],
        ['accept-encoding', 'identity'],
      ],
      timeoutMs,
      maxBytes: LARGEST_MEDIA[type],
      signal,
    });
    if (answer.outcome === 'failed') {
      if (signal.aborted || answer.error === 'timeout')
        return failed(`it took longer than ${timeoutMs / 1000} seconds`, true);
      return failed(answer.detail, !FINAL_ERRORS.has(answer.error));
    }
    const next = redirectOf(answer, address);
    if (next === undefined) return readMedia(type, address, answer);
    if (redirects >= MOST_REDIRECTS) return failed(`it redirects more than ${MOST_REDIRECTS} times`, false);
    // The guard judges every address anew.
    address = next;
  }
}

const FINAL_ERRORS = new Set(['invalid_url', 'address_refused', 'tls_error', 'protocol_error']);

function redirectOf({ status, headers }: Answered, from: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  return URL.parse(headers.location, from)?.href ?? headers.location;
}

function readMedia(type: MediaType, url: string, answer: Answered): FetchedMedia {
  const { status, headers, body, truncated } = answer;
  if (status !== 200) {
    return failed(`its server answered with status ${status}`, status >= 500 || status === 408 || status === 429);
  }
  if (truncated) return failed(`it is larger than ${LARGEST_MEDIA[type] / MEGABYTE} MB, the most for a ${type}`, false);
  if (body.length === 0) return failed('it is empty', false);
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
    return failed('its server compresses it without being asked to', false);
  }
  const kind = kindOf(body);
  const problem = problemOfKind(type, kind);
  if (problem !== undefined) return failed(problem, false);
  const mimeType = kind?.mimeType ?? declaredType(headers['content-type'] ?? '');
  const disposition = headers['content-disposition'] ?? '';
  const fileName = fileNameOf({ url, disposition, word: type, extension: kind?.extension ?? '' });
  const freshSeconds = freshnessOf(headers['cache-control'] ?? '');
  // It was collected in a buffer that grew ahead of it, and it may be kept for a while.
  return { ok: true, media: { type, fileName, mimeType, bytes: new Uint8Array(body) }, freshSeconds };
}

const declaredType = (header: string): string =>
  /^[\w.+-]+\/[\w.+-]+/.exec(header)?.[0].toLowerCase() ?? 'application/octet-stream';

function freshnessOf(cacheControl: string): number | undefined {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

const failed = (problem: string, retryable: boolean): Failed => ({ ok: false, problem, retryable });
