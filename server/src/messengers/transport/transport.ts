import { Agent, type Dispatcher, type FormData } from 'undici';
import { unreachable } from '../failure.ts';
import type { Result } from '../messenger.ts';
import { createScrub } from './scrub.ts';

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Scheme, host and port. */
  origin: string;
  /** With the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  /** Over the whole exchange: connecting, sending, waiting and reading. */
  timeoutMs: number;
  signal?: AbortSignal;
};

export type Answer = {
  status: number /** Seconds, from the header of that name. */;
  retryAfter: number | null;
  text: string;
};

export type Transport = {
  exchange(exchange: Exchange): Promise<Result<Answer>>;
  /** Takes the token out of a text. */
  scrub(text: string): string;
  /** Ends what still runs. */
  close(): Promise<void>;
};

const longestAnswer = 4 * 1024 * 1024;
const connections = 64;

/**
 * Keep-alive connections of one adapter. A failure says whether the request had begun to leave: a refused
 * connection, an unknown name, a bad certificate or a wait for a free connection has certainly done nothing.
 * No redirects, no decompression, no repeating: callers decide about that.
 */
export function createTransport(options: { secrets: readonly string[]; ca?: string[] }): Transport {
  const scrub = createScrub(options.secrets);
  const agent = new Agent({
    allowH2: false,
    connections,
    // The deadline below covers all of it; these would end a long poll early.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: options.ca === undefined ? {} : { ca: options.ca },
  });
  return {
    scrub,
    exchange: (exchange) => runExchange(agent, scrub, exchange),
    close: () => agent.destroy(),
  };
}

// `dispatch` and not `request`: only it tells when a request starts to be written, and it can be given up while connecting.
function runExchange(agent: Agent, scrub: (text: string) => string, exchange: Exchange): Promise<Result<Answer>> {
  const { method, origin, path, headers = {}, body = null, timeoutMs, signal } = exchange;
  return new Promise((resolve) => {
    let hasLeft = false;
    let isOver = false;
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let retryAfter: number | null = null;
    let size = 0;
    const chunks: Buffer[] = [];

    const finish = (result: Result<Answer>) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const giveUp = (why: string) => {
      finish(unreachable(hasLeft, why));
      controller?.abort(new Error(why));
    };
    const onAbort = () => giveUp('aborted');
    const timer = setTimeout(() => giveUp(`no answer within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) return onAbort();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (isOver) started.abort(new Error('given up'));
        else hasLeft = true;
      },
      onResponseStart(_, statusCode, responseHeaders) {
        status = statusCode;
        retryAfter = readSeconds(responseHeaders['retry-after']);
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > longestAnswer) giveUp(`an answer of more than ${longestAnswer} bytes`);
        else chunks.push(chunk);
      },
      // Decoded once from all of it: a character may lie across two chunks.
      onResponseEnd: () =>
        finish({ ok: true, value: { status, retryAfter, text: Buffer.concat(chunks).toString('utf8') } }),
      onResponseError: (_, error) => finish(unreachable(hasLeft, scrub(describe(error)))),
    };
    try {
      agent.dispatch({ method, origin, path, headers, body }, handler);
    } catch (error) {
      finish(unreachable(hasLeft, scrub(describe(error))));
    }
  });
}

function readSeconds(header: string | string[] | undefined): number | null {
  const seconds = Number(typeof header === 'string' && header !== '' ? header : Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  return [typeof code === 'string' ? code : error.name, error.message].filter((part) => part !== '').join(': ');
}
