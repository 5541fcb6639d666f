import type { Connection } from './connection.ts';
import { createConnection } from './connection.ts';
import { type Deadline, untilAborted } from './deadline.ts';
import { type Answer, type Exchanged, runExchange } from './exchange.ts';
import { type Failed, type Failure, fail } from './failure.ts';
import type { FindAddresses } from './find-addresses.ts';
import type { KeptConnections } from './kept-connections.ts';
import { openSocket } from './open-socket.ts';
import type { Slots } from './slots.ts';
import { parseTarget, type Target } from './target.ts';

export type OutgoingRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
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
  | ({ outcome: 'failed'; durationMs: number } & Failure);

export type Means = {
  findAddresses: FindAddresses;
  kept: KeptConnections;
  slots: Slots;
  userAgent: string;
};

type Sent = { ok: true; answer: Answer } | Failed;

export async function sendRequest(means: Means, request: OutgoingRequest, deadline: Deadline): Promise<Sent> {
  if (Object.keys(request.headers).some((name) => name.toLowerCase() === 'host')) {
    throw new TypeError('The host is that of the URL and cannot be given as a header.');
  }
  const parsed = parseTarget(request.url);
  if (!parsed.ok) return fail('invalid_url', parsed.problem);
  const { target } = parsed;
  if (!(await means.slots.enter(target.origin, deadline.signal))) return deadline.failure();
  try {
    deadline.stage = 'looking up the host name';
    const found = await untilAborted(means.findAddresses(target), deadline.signal);
    if (found === undefined) return deadline.failure();
    return found.ok ? await sendTo(means, target, found.addresses, request, deadline) : found;
  } finally {
    means.slots.leave(target.origin);
  }
}

async function sendTo(
  means: Means,
  target: Target,
  addresses: readonly string[],
  request: OutgoingRequest,
  deadline: Deadline,
): Promise<Sent> {
  const used = means.kept.take(target.origin, addresses);
  if (used !== undefined) {
    const exchanged = await exchangeOn(means, used, target, request, deadline);
    const wasClosed = !exchanged.ok && exchanged.failure.error === 'connection_lost' && !exchanged.hasAnswerBegun;
    if (!wasClosed || !(request.repeatable ?? request.method === 'GET')) return exchanged;
  }
  const opened = await openSocket(target, addresses, deadline);
  if (!opened.ok) return opened;
  const connection = createConnection(target.origin, opened.socket, means.kept.forget);
  return exchangeOn(means, connection, target, request, deadline);
}

async function exchangeOn(
  { kept, userAgent }: Means,
  connection: Connection,
  { path }: Target,
  { method, headers, body, maxBytes }: OutgoingRequest,
  deadline: Deadline,
): Promise<Exchanged> {
  const message = { method, path, headers: { 'user-agent': userAgent, ...headers }, body: body ?? null, maxBytes };
  const exchanged = await runExchange(connection, message, deadline);
  if (exchanged.ok && !exchanged.answer.truncated) kept.keep(connection);
  return exchanged;
}
