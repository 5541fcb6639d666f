/**
 * The calls of the Bot API, typed by grammY. Its client is not used: on Node.js it goes through node-fetch, which
 * follows redirects with the token in the address, writes that address into its errors, and cannot say whether a
 * request that failed had left. The transport here can.
 */
import type { ApiMethods, ApiResponse, Opts } from '@grammyjs/types';
import { failed, unreachable } from '../failure.ts';
import type { Result } from '../messenger.ts';
import { createTransport, type Exchange, readJsonObject } from '../transport/index.ts';
import { failureOf } from './refusal.ts';

/** Files are named by text here, an id or an address; bytes go through `upload`. */
type Methods = ApiMethods<string>;
type Method = keyof Methods;
type Arguments<M extends Method> = Opts<string>[M];
type Returned<M extends Method> = Awaited<ReturnType<Methods[M]>>;
type Upload = { field: 'photo' | 'video' | 'document'; file: File };
type CallOptions = { /** Beyond the usual timeout, in milliseconds. */ extraMs?: number; signal?: AbortSignal };

export type BotApi = {
  call<M extends Method>(method: M, parameters: Arguments<M>, options?: CallOptions): Promise<Result<Returned<M>>>;
  /** The file goes as multipart, its field left out of the parameters. */
  upload<M extends 'sendPhoto' | 'sendVideo' | 'sendDocument'>(
    method: M,
    parameters: Omit<Arguments<M>, Upload['field']>,
    upload: Upload,
  ): Promise<Result<Returned<M>>>;
  scrub(text: string): string;
  close(): Promise<void>;
};

export type BotApiOptions = { token: string; apiRoot: string; timeoutMs: number; log: (detail: string) => void };

const jsonHeaders = [['content-type', 'application/json']] as const;
// A slow line carries a megabyte a second; the timeout grows with the file.
const uploadBytesPerMs = 1000;

export function createBotApi({ token, apiRoot, timeoutMs, log }: BotApiOptions): BotApi {
  const transport = createTransport({ secrets: [token] });
  const { origin, pathname } = new URL(apiRoot);
  const base = `${pathname.replace(/\/+$/, '')}/bot${token}/`;

  async function exchange<M extends Method>(
    method: M,
    request: Pick<Exchange, 'headers' | 'body' | 'timeoutMs' | 'signal'>,
  ) {
    const exchanged = await transport.exchange({ method: 'POST', origin, path: base + method, ...request });
    const result = exchanged.ok ? readAnswer<Returned<M>>(exchanged.value) : exchanged;
    if (result.ok || request.signal?.aborted) return result;
    const failure = { ...result.failure, detail: transport.scrub(result.failure.detail) };
    log(`Telegram ${method}: ${failure.detail}`);
    return failed(failure);
  }

  function readAnswer<T>(answer: Parameters<typeof readJsonObject>[0]): Result<T> {
    const json = readJsonObject(answer);
    if (!json.ok) return json;
    const response = json.value as unknown as Partial<ApiResponse<T>>;
    if (response.ok === true && response.result !== undefined) return { ok: true, value: response.result };
    if (response.ok === false)
      return failed(failureOf({ ...response, error_code: response.error_code ?? answer.status }));
    return unreachable(true, `HTTP ${answer.status} with an answer that is not the Bot API's`);
  }

  return {
    call: (method, parameters, { extraMs = 0, signal } = {}) =>
      exchange(method, {
        headers: jsonHeaders,
        body: JSON.stringify(parameters),
        timeoutMs: timeoutMs + extraMs,
        ...(signal === undefined ? {} : { signal }),
      }),
    upload: (method, parameters, { field, file }) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      form.append(field, file, file.name);
      return exchange(method, { body: form, timeoutMs: timeoutMs + file.size / uploadBytesPerMs });
    },
    scrub: transport.scrub,
    close: transport.close,
  };
}
