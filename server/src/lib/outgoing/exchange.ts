import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { createBodyCollector } from './body-collector.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { codeOf, exchangeFailure, type Failed, fail } from './failure.ts';

export type Message = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  maxBytes: number;
};

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** More came than `maxBytes`; the rest was not read. */
  truncated: boolean;
};

export type Exchanged = { ok: true; answer: Answer } | (Failed & { hasAnswerBegun: boolean });

const mostInterimAnswers = 16;

/** One request and its answer. Unless the answer came to its end, the connection is dropped. */
export function runExchange(connection: Connection, message: Message, deadline: Deadline): Promise<Exchanged> {
  const { maxBytes, ...request } = message;
  const { signal } = deadline;
  deadline.stage = 'waiting for the answer';
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    let interimAnswers = 0;
    let hasAnswerBegun = false;
    const collector = createBodyCollector(maxBytes);

    const finish = (result: Exchanged, isComplete: boolean) => {
      signal.removeEventListener('abort', onAbort);
      resolve(result);
      if (!isComplete) connection.drop();
    };
    const finishWith = (failed: Failed) => finish({ ...failed, hasAnswerBegun }, false);
    const finishAnswered = (truncated: boolean) =>
      finish({ ok: true, answer: { status, headers, body: collector.bytes(), truncated } }, !truncated);
    const onAbort = () => finishWith(deadline.failure());
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      // Undici insists on it.
      onRequestStart() {},
      onResponseStart(_, statusCode, answerHeaders) {
        hasAnswerBegun = true;
        if (statusCode >= 200) {
          deadline.stage = 'reading the answer';
          status = statusCode;
          headers = answerHeaders;
        } else {
          interimAnswers += 1;
          if (interimAnswers > mostInterimAnswers) finishWith(fail('protocol_error', 'too many interim (1xx) answers'));
        }
      },
      onResponseData(_, chunk) {
        if (!collector.add(chunk)) finishAnswered(true);
      },
      onResponseEnd: () => finishAnswered(false),
      onResponseError(_, error) {
        // A header or path that cannot be written is a mistake of the caller.
        if (codeOf(error) === 'UND_ERR_INVALID_ARG') reject(error);
        finishWith(exchangeFailure(error));
      },
    };
    connection.client.dispatch(request, handler);
  });
}
