import type { Answer } from './answer-reader.ts';
import { Connection, type Exchanged, type Message } from './connection.ts';
import { type Deadline, untilOver } from './deadline.ts';
import { type Failed, type Failure, fail } from './failure.ts';
import type { FindAddresses } from './find-addresses.ts';
import type { HostSlots } from './host-slots.ts';
import type { KeptConnections } from './kept-connections.ts';
import { openSocket } from './open-socket.ts';
import { type RequestHeaders, requestHead } from './request-head.ts';
import { parseTarget, type Target } from './target.ts';

export type OutgoingRequest = {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** ASCII. A function is called when a connection is free, so that a time in it is that of the request. */
  headers: RequestHeaders | (() => RequestHeaders);
  /** Text is sent as UTF-8. */
  body?: string | Buffer;
  /** Over the whole exchange: waiting, name, connection, TLS, request, answer. */
  timeoutMs: number;
  /** How much of the answer is read; then the connection is dropped. The bytes are as sent: nothing is inflated. */
  maxBytes: number;
  signal?: AbortSignal;
  /**
   * Whether it may leave twice: a kept connection may turn out closed before any of the answer came.
   * True for GET unless said otherwise.
   */
  repeatable?: boolean;
};

/** Redirects are answers like any other and never followed. */
export type Outcome =
  | ({ outcome: 'answered'; durationMs: number } & Answer)
  | ({
      outcome: 'failed';
      durationMs: number /** Whether the other side may have seen it. */;
      hasLeft: boolean;
    } & Failure);

export type Means = {
  findAddresses: FindAddresses;
  kept: KeptConnections;
  slots: HostSlots;
  userAgent: string;
  /** In place of those that Node.js trusts. */
  authorities: readonly string[] | undefined;
};

export type Sent = { ok: true; answer: Answer } | Failed;

/** Waits only where there is something to wait for: a request to a known address over a kept connection is written at once. */
export async function sendRequest(means: Means, request: OutgoingRequest, deadline: Deadline): Promise<Sent> {
  const parsed = parseTarget(request.url);
  if (!parsed.ok) return fail('invalid_url', parsed.problem);
  const { target } = parsed;
  const { slots, kept } = means;
  if (deadline.isOver) return deadline.failure();
  const slot = slots.tryEnter(target.origin) ?? (await slots.enter(target.origin, deadline));
  if (slot === undefined) return deadline.failure();
  try {
    const message = writeMessage(means, target, request);
    deadline.stage = 'looking up the host name';
    const looked = means.findAddresses(target);
    const found = looked instanceof Promise ? await untilOver(looked, deadline) : looked;
    if (found === undefined) return deadline.failure();
    if (!found.ok) return found;
    const used = kept.take(target.origin, found.addresses);
    const exchanged = used && (await used.exchange(message, deadline));
    if (used !== undefined && used.keepMs > 0) kept.keep(used);
    if (exchanged !== undefined && !mayLeaveAgain(exchanged, request)) return exchanged;
    return await sendAnew(means, target, found.addresses, message, deadline);
  } finally {
    slots.leave(slot);
  }
}

function writeMessage({ userAgent }: Means, { path, host }: Target, request: OutgoingRequest): Message {
  const { method, body, maxBytes } = request;
  const headers = typeof request.headers === 'function' ? request.headers() : request.headers;
  const bodyLength = body === undefined ? 0 : Buffer.byteLength(body);
  const told = body === undefined && method === 'GET' ? undefined : bodyLength;
  const head = requestHead({ method, path, host, userAgent, headers, bodyLength: told });
  return { head, body, bodyLength, maxBytes };
}

/** The kept connection turned out closed. */
function mayLeaveAgain(exchanged: Exchanged, { method, repeatable = method === 'GET' }: OutgoingRequest): boolean {
  return repeatable && !exchanged.ok && exchanged.failure.error === 'connection_lost' && !exchanged.hasAnswerBegun;
}

async function sendAnew(
  { kept, authorities }: Means,
  target: Target,
  addresses: readonly string[],
  message: Message,
  deadline: Deadline,
): Promise<Sent> {
  const opened = await openSocket(target, addresses, deadline, authorities);
  if (!opened.ok) return opened;
  const connection = new Connection(target.origin, opened, kept.forget);
  const exchanged = await connection.exchange(message, deadline);
  if (connection.keepMs > 0) kept.keep(connection);
  return exchanged;
}
