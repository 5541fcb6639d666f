import {
  createOutgoing,
  createSystemLookup,
  type Outgoing,
  type RequestHeaders,
  rememberAddresses,
} from '#lib/outgoing/index.ts';
import { unreachable } from '../failure.ts';
import type { Result } from '../messenger.ts';
import { createScrub } from './scrub.ts';

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Scheme, host and port. */
  origin: string;
  /** With the query. */
  path: string;
  headers?: RequestHeaders;
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
const addressesKnownMs = 30_000;
/** Where the platform is, the operator says: on this machine, in tests and behind a proxy. */
const everywhere = ['0.0.0.0/0', '::/0'];

/**
 * Keep-alive connections of one adapter. A failure says whether the request had begun to leave: a refused
 * connection, an unknown name, a bad certificate or a wait for a free connection has certainly done nothing.
 * No redirects, no decompression, no repeating: callers decide about that.
 */
export function createTransport(options: { secrets: readonly string[]; ca?: string[] }): Transport {
  const scrub = createScrub(options.secrets);
  const outgoing = createOutgoing({
    allow: everywhere,
    refusePorts: [],
    userAgent: 'Bellhop',
    resolve: rememberAddresses(createSystemLookup(), addressesKnownMs),
    ...(options.ca && { authorities: options.ca }),
  });
  return {
    scrub,
    exchange: (exchange) => runExchange(outgoing, scrub, exchange),
    close: () => outgoing.close(),
  };
}

async function runExchange(
  outgoing: Outgoing,
  scrub: (text: string) => string,
  { method, origin, path, headers = [], body, timeoutMs, signal }: Exchange,
): Promise<Result<Answer>> {
  try {
    const form = body instanceof FormData ? await encodeForm(body) : undefined;
    const bytes = form?.body ?? (typeof body === 'string' ? body : undefined);
    const result = await outgoing.request({
      ...{ url: origin + path, method, headers: form === undefined ? headers : [...headers, form.type], timeoutMs },
      maxBytes: longestAnswer,
      repeatable: false,
      ...(bytes !== undefined && { body: bytes }),
      ...(signal && { signal }),
    });
    if (result.outcome === 'failed') return unreachable(result.hasLeft, scrub(describe(result, timeoutMs)));
    if (result.truncated) return unreachable(true, `an answer of more than ${longestAnswer} bytes`);
    const retryAfter = readSeconds(result.headers['retry-after']);
    return { ok: true, value: { status: result.status, retryAfter, text: result.body.toString('utf8') } };
  } catch (error) {
    // A header or an address that cannot be written.
    return unreachable(false, scrub(error instanceof Error ? error.message : 'unknown error'));
  }
}

async function encodeForm(form: FormData): Promise<{ body: Buffer; type: readonly [string, string] }> {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), type: ['content-type', type] };
}

function readSeconds(header: string | string[] | undefined): number | null {
  const seconds = Number(typeof header === 'string' && header !== '' ? header : Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}

function describe({ error, detail }: { error: string; detail: string }, timeoutMs: number): string {
  if (error === 'timeout') return `no answer within ${timeoutMs} ms`;
  return error === 'aborted' ? error : `${error}: ${detail}`;
}
