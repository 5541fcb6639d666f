import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, bytesOf, headersOf, sendAnswer } from '../http/answer.ts';
import type { CallLog } from '../http/call-log.ts';
import { pause } from '../pause.ts';
import type { Channel } from '../world/person.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './faults.ts';

/** A call of a Bot API, read but not yet carried out. */
export type PreparedCall = {
  readonly channel: Channel;
  readonly method: string;
  readonly params: unknown;
  readonly personId: number | null;
  run(): Promise<Answer>;
  /** Errors in this API's own form. */
  failure(status: number): Answer;
  rateLimited(seconds: number): Answer;
};

const defaultSlowMs = 2000;
const defaultTimeoutMs = 600_000;
const splitPauseMs = 30;
const garbage = '<html><body><h1>Bad Gateway</h1></body></html>';

/** Carries a call out, with the fault that is due, and writes it down. */
export async function playCall(
  call: PreparedCall,
  parts: { request: IncomingMessage; response: ServerResponse; faults: Faults; calls: CallLog; now: () => number },
  hungUp: AbortSignal,
): Promise<void> {
  const { request, response, faults, calls, now } = parts;
  const at = now();
  const started = performance.now();
  const fault = faults.takeForCall(call);
  const answer = await answerWith(fault, call, hungUp);
  calls.add({
    at,
    channel: call.channel,
    method: call.method,
    params: call.params,
    status: answer?.status ?? 0,
    response: answer?.body ?? null,
    durationMs: Math.round(performance.now() - started),
    fault: fault?.kind ?? null,
  });
  if (!answer || fault?.kind === 'reset_after') request.socket.resetAndDestroy();
  else if (fault?.kind === 'split_utf8') await sendSplit(response, answer, hungUp);
  else sendAnswer(response, answer);
}

/** Null: the connection is cut without an answer. */
async function answerWith(fault: Fault | null, call: PreparedCall, hungUp: AbortSignal): Promise<Answer | null> {
  switch (fault?.kind) {
    case 'reset':
      return null;
    case 'timeout':
      await pause(fault.delayMs ?? defaultTimeoutMs, hungUp);
      return null;
    case 'status': {
      const failure = call.failure(fault.status ?? 500);
      return fault.body === null ? failure : { ...failure, body: fault.body };
    }
    case 'garbage':
      return { status: fault.status ?? 502, body: fault.body ?? garbage, headers: { 'content-type': 'text/html' } };
    case 'rate_limit':
      return call.rateLimited(fault.retryAfter ?? 1);
    case 'slow': {
      const answer = await call.run();
      await pause(fault.delayMs ?? defaultSlowMs, hungUp);
      return answer;
    }
    default:
      return call.run();
  }
}

/** Two writes, the cut inside a character of several bytes where there is one. */
async function sendSplit(response: ServerResponse, answer: Answer, hungUp: AbortSignal): Promise<void> {
  const bytes = bytesOf(answer);
  const inside = bytes.findIndex((byte) => (byte & 0b1100_0000) === 0b1000_0000);
  const cut = inside > 0 ? inside : Math.floor(bytes.length / 2);
  response.socket?.setNoDelay(true);
  response.writeHead(answer.status, headersOf(answer, bytes.length));
  response.write(bytes.subarray(0, cut));
  await pause(splitPauseMs, hungUp);
  response.end(bytes.subarray(cut));
}
