import type { IncomingHttpHeaders } from 'node:http';
import { type AnswerHead, notHttp, parseHead } from './answer-head.ts';
import { BodyCollector } from './body-collector.ts';
import { ChunkedBody } from './chunked-body.ts';
import { type Failed, fail } from './failure.ts';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** More came than `maxBytes`; the rest was not read. */
  truncated: boolean;
};

/** An answer at its end. `keepMs`: for so long its connection may wait for another request; 0 for not at all. */
export type ReadAnswer = { ok: true; answer: Answer; keepMs: number } | Failed;

const mostInterimAnswers = 16;
const largestHead = 16 * 1024;
const headEnd = '\r\n\r\n';
const start = 'HTTP/1.';

/** One HTTP/1.1 answer, out of bytes that may be cut anywhere. What it keeps of them is copied. */
export class AnswerReader {
  readonly #collector: BodyCollector;
  #held: Buffer | undefined;
  #interimAnswers = 0;
  #head: AnswerHead | undefined;
  #left = 0;
  #chunked: ChunkedBody | undefined;

  constructor(maxBytes: number) {
    this.#collector = new BodyCollector(maxBytes);
  }

  /** A whole head has come, be it an interim one. */
  get hasBegun(): boolean {
    return this.#head !== undefined || this.#interimAnswers > 0;
  }

  get isInBody(): boolean {
    return this.#head !== undefined;
  }

  /** Undefined while more is to come. */
  read(bytes: Buffer): ReadAnswer | undefined {
    return this.#head === undefined ? this.#readHead(bytes) : this.#readBody(this.#head, bytes, 0);
  }

  /** The other side closed: undefined where that was not the answer's end. */
  end(): ReadAnswer | undefined {
    return this.#head?.body === 'until_close' ? this.#done(this.#head, 0) : undefined;
  }

  #readHead(fresh: Buffer): ReadAnswer | undefined {
    const seen = this.#held?.length ?? 0;
    const bytes = this.#held === undefined ? fresh : Buffer.concat([this.#held, fresh]);
    const end = bytes.indexOf(headEnd, Math.max(0, seen - headEnd.length + 1), 'latin1');
    if (end > largestHead || (end === -1 && bytes.length > largestHead)) {
      return fail('protocol_error', 'the headers of the answer are too large');
    }
    if (end === -1) {
      this.#held = bytes === fresh ? Buffer.from(fresh) : bytes;
      return mayBecomeHead(bytes) ? undefined : notHttp;
    }
    this.#held = undefined;
    const parsed = parseHead(bytes.toString('latin1', 0, end));
    if (!parsed.ok) return parsed;
    const { head } = parsed;
    const bodyFrom = end + headEnd.length;
    if (head.status < 200) return this.#passInterim(head, bytes.subarray(bodyFrom));
    this.#head = head;
    if (head.body === 'chunked') this.#chunked = new ChunkedBody(this.#collector);
    else this.#left = head.body === 'until_close' ? Number.POSITIVE_INFINITY : head.body;
    return this.#readBody(head, bytes, bodyFrom);
  }

  #passInterim({ status }: AnswerHead, rest: Buffer): ReadAnswer | undefined {
    // Neither "continue" nor an upgrade was asked for.
    if (status <= 101) return notHttp;
    this.#interimAnswers += 1;
    if (this.#interimAnswers > mostInterimAnswers) return fail('protocol_error', 'too many interim (1xx) answers');
    return rest.length === 0 ? undefined : this.#readHead(rest);
  }

  #readBody(head: AnswerHead, bytes: Buffer, from: number): ReadAnswer | undefined {
    if (this.#chunked !== undefined) {
      const read = this.#chunked.read(bytes, from);
      if (read.state === 'invalid') return notHttp;
      if (read.state === 'too_long') return this.#cut(head);
      return read.state === 'done' ? this.#done(head, bytes.length - read.usedTo) : undefined;
    }
    const end = Math.min(bytes.length, from + this.#left);
    if (end > from && !this.#collector.add(bytes, from, end)) return this.#cut(head);
    this.#left -= end - from;
    return this.#left === 0 ? this.#done(head, bytes.length - end) : undefined;
  }

  /** Bytes beyond the end were not asked for: whatever they are, the connection is not used again. */
  #done({ status, headers, keepMs }: AnswerHead, beyond: number): ReadAnswer {
    const answer = { status, headers, body: this.#collector.bytes(), truncated: false };
    return { ok: true, answer, keepMs: beyond === 0 ? keepMs : 0 };
  }

  #cut({ status, headers }: AnswerHead): ReadAnswer {
    return { ok: true, answer: { status, headers, body: this.#collector.bytes(), truncated: true }, keepMs: 0 };
  }
}

/** So that what will never be HTTP/1.1 is not waited for. */
function mayBecomeHead(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return start.startsWith(text.slice(0, start.length)) && !/(?:^|[^\r])\n/.test(text);
}
