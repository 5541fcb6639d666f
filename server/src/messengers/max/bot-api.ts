/** A thin client of MAX's Bot API: the token in a header, JSON both ways, errors as failures. */
import { failed, unreachable } from '../failure.ts';
import type { Result } from '../messenger.ts';
import { type Answer, createTransport, parseWithLongIntegers, readJsonObject } from '../transport/index.ts';
import type { JsonObject } from '../transport/read-json.ts';
import { failureOf } from './refusal.ts';
import { trustedAuthorities } from './trusted-authorities.ts';

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Beyond the usual timeout, in milliseconds. */
  extraMs?: number;
  signal?: AbortSignal;
};

export type BotApi = {
  call(call: Call): Promise<Result<JsonObject>>;
  /** To an address that the platform gave; it is on another host and gets no token. The answer is not always JSON. */
  upload(address: string, file: File): Promise<Result<string>>;
  close(): Promise<void>;
};

export type BotApiOptions = {
  token: string;
  apiRoot: string;
  timeoutMs: number;
  log: (detail: string) => void;
  caFile?: string;
};

// A slow line carries a megabyte a second; the timeout grows with the file.
const uploadBytesPerMs = 1000;

export function createBotApi({ token, apiRoot, timeoutMs, log, caFile }: BotApiOptions): BotApi {
  const transport = createTransport({
    secrets: [token],
    ...(caFile === undefined ? {} : { ca: trustedAuthorities(caFile) }),
  });
  const root = new URL(apiRoot);
  const base = root.pathname.replace(/\/+$/, '');
  const authorization = ['authorization', token] as const;

  function told<T>(result: Result<T>, call: string, signal?: AbortSignal): Result<T> {
    if (result.ok || signal?.aborted) return result;
    const failure = { ...result.failure, detail: transport.scrub(result.failure.detail) };
    log(`MAX ${call}: ${failure.detail}`);
    return failed(failure);
  }

  return {
    async call({ method, path, query = {}, body, extraMs = 0, signal }) {
      const parameters = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      const answered = await transport.exchange({
        method,
        origin: root.origin,
        path: `${base}${path}${parameters && `?${parameters}`}`,
        headers: body === undefined ? [authorization] : [authorization, ['content-type', 'application/json']],
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs: timeoutMs + extraMs,
        ...(signal === undefined ? {} : { signal }),
      });
      return told(answered.ok ? readAnswer(answered.value) : answered, `${method} ${path}`, signal);
    },
    async upload(address, file) {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (!url || !/^https?:$/.test(url.protocol))
        return told(unreachable(false, 'an upload address that is none'), 'upload');
      const body = new FormData();
      body.append('data', file, file.name);
      const answered = await transport.exchange({
        method: 'POST',
        origin: url.origin,
        path: url.pathname + url.search,
        body,
        timeoutMs: timeoutMs + file.size / uploadBytesPerMs,
      });
      return told(answered.ok ? readUploaded(answered.value) : answered, 'upload');
    },
    close: transport.close,
  };
}

function readAnswer(answer: Answer): Result<JsonObject> {
  const json = readJsonObject(answer, parseWithLongIntegers);
  if (!json.ok) return json;
  const { status, retryAfter } = answer;
  const { code, message, success } = json.value;
  const isFine = status >= 200 && status < 300 && success !== false;
  if (isFine) return json;
  return failed(failureOf({ status, code: textOf(code), message: textOf(message), retryAfter }));
}

function readUploaded(answer: Answer): Result<string> {
  if (answer.status >= 200 && answer.status < 300) return { ok: true, value: answer.text };
  const json = readAnswer(answer);
  return json.ok ? unreachable(true, `HTTP ${answer.status}`) : json;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
