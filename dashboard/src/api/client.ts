/** Calls to the server that served this page: by the session's cookie, and for a project by its header. */
import { ApiError } from './api-error.ts';

export type Query = Record<string, string | number | boolean | undefined>;

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  projectId?: string;
  /** Makes a repetition safe, where the route honours it. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type ClientOptions = {
  fetch: typeof fetch;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** The session is over. */
  signIn: () => void;
};

export type Client = <Answer>(path: string, request?: ApiRequest) => Promise<Answer>;

const TRIES = 3;
/** Longer waits are told to the person instead. */
const LONGEST_WAIT_SECONDS = 10;

export function makeClient({ fetch, wait, signIn }: ClientOptions): Client {
  return async function call<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
    for (let nth = 1; ; nth++) {
      const response = await send(fetch, path, request);
      if (response.ok) return (await readJson(response)) as Answer;
      const error = await readError(response);
      if (error.status === 401) signIn();
      const seconds = error.retryAfter ?? 1;
      if (nth >= TRIES || seconds > LONGEST_WAIT_SECONDS || !mayRepeat(error, request)) throw error;
      await wait(seconds * 1000, request.signal);
    }
  };
}

/** 425 and 429 were not begun; after a 503 nobody knows, so only what can be repeated is. */
function mayRepeat({ status }: ApiError, { method = 'GET', idempotencyKey }: ApiRequest): boolean {
  if (status === 425 || status === 429) return true;
  return status === 503 && (method === 'GET' || idempotencyKey !== undefined);
}

async function send(doFetch: typeof fetch, path: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', query, body, projectId, idempotencyKey, signal } = request;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (projectId !== undefined) headers['X-Bellhop-Project'] = projectId;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await doFetch(withQuery(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError('There is no connection to the server.', { code: 'offline', status: 0 });
  }
}

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

async function readError(response: Response): Promise<ApiError> {
  const envelope = await response.json().catch(() => ({}));
  const { error, code, docs_url } = envelope as { error?: string; code?: string; docs_url?: string };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(error ?? `The server answered ${response.status}.`, {
    code: code ?? 'internal_error',
    status: response.status,
    docsUrl: docs_url,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}
