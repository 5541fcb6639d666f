import type { Server } from './find-server.ts';

export type ProjectAnswer = {
  project_id: string;
  name: string;
  slug: string;
  callback_url: string | null;
  redirect_uris: string[];
  plan: string;
  limits: Record<string, number | null>;
  look: Record<string, string>;
  status: string;
  created_at: string;
};

export type KeyAnswer = {
  key_id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

/** A secret that the API shows this once. */
export type WithApiKey = { api_key: string };

export type OperatorApi = {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: unknown) => Promise<T>;
  patch: <T>(path: string, body: unknown) => Promise<T>;
  remove: (path: string) => Promise<void>;
};

/** The server said no; `envelope` is its answer. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly envelope: { error: string; code: string };

  constructor(envelope: { error: string; code: string }) {
    super(envelope.error);
    this.envelope = envelope;
  }
}

/** Nobody answered, or somebody who is not Bellhop. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const TIMEOUT_MS = 30_000;

export function connectOperatorApi({ url, token }: Server): OperatorApi {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    // A redirect is not followed: it would lead the token, or a POST turned GET, elsewhere.
    const init = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
    const response = await fetch(
      `${url}/admin/v1${path}`,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    ).catch((error: unknown) => {
      throw new NoAnswer(
        `No answer from Bellhop at ${url} (${reasonOf(error)}): start it with "npm start", or name another address with --url.`,
      );
    });
    if (response.status === 204) return undefined;
    const answer = parseJson(await response.text());
    if (response.ok && answer !== undefined) return answer;
    if (isEnvelope(answer)) throw new ApiRefusal(answer);
    throw new NoAnswer(
      `What answers at ${url} is not Bellhop (status ${response.status}): check BASE_URL, PORT or --url.`,
    );
  }
  return {
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T>(path: string, body: unknown) => call('POST', path, body) as Promise<T>,
    patch: <T>(path: string, body: unknown) => call('PATCH', path, body) as Promise<T>,
    remove: async (path) => void (await call('DELETE', path)),
  };
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `silent for ${TIMEOUT_MS / 1000} s`;
  return cause?.code === 'ECONNREFUSED' ? 'connection refused' : (cause?.code ?? 'the request failed');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(answer: unknown): answer is { error: string; code: string } {
  const { error, code } = (answer ?? {}) as { error?: unknown; code?: unknown };
  return typeof error === 'string' && typeof code === 'string';
}
