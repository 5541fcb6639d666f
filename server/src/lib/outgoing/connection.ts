import type { Socket } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';
import type { Deadline } from './deadline.ts';
import { connectionLost, type Failed } from './failure.ts';
import type { OpenSocket } from './open-socket.ts';

export type Exchanged = { ok: true; answer: Answer } | (Failed & { hasAnswerBegun: boolean });

/** A request as it is written, and how much of its answer is read. */
export type Message = {
  /** ASCII. */
  head: string;
  body: string | Buffer | undefined;
  /** The head says so. */
  bodyLength: number;
  maxBytes: number;
};

type Exchange = { reader: AnswerReader; deadline: Deadline; tell: (exchanged: Exchanged) => void };

/**
 * One open socket to a judged address, and HTTP/1.1 on it, one request at a time. Written here because an HTTP client
 * for all purposes would reconnect by itself, past the judgement, and takes twice the time.
 */
export class Connection {
  readonly origin: string;
  /** The other end, as the operating system tells it. */
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;
  #exchange: Exchange | undefined;
  /** Since the last answer: for so long it may be used again. */
  keepMs = 0;

  constructor(origin: string, { socket, hear }: OpenSocket, onClose: (connection: Connection) => void) {
    this.origin = origin;
    this.remoteAddress = socket.remoteAddress;
    this.#socket = socket;
    hear((bytes) => this.#onData(bytes));
    socket.once('end', () => this.#onEnd());
    socket.once('close', () => {
      this.#fail(connectionLost);
      onClose(this);
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readable && this.#socket.writable;
  }

  drop(): void {
    this.keepMs = 0;
    this.#socket.destroy();
  }

  /** Unless the answer came to its end and the other side keeps the connection, it is dropped. */
  exchange(message: Message, deadline: Deadline): Promise<Exchanged> {
    return new Promise((tell) => {
      this.#exchange = { reader: new AnswerReader(message.maxBytes), deadline, tell };
      if (deadline.isOver) return this.#fail(deadline.failure());
      deadline.stage = 'waiting for the answer';
      deadline.onEnd = () => this.#fail(deadline.failure());
      this.#write(message);
    });
  }

  /** In one piece: the head alone would be a packet of its own. */
  #write({ head, body, bodyLength }: Message): void {
    if (body === undefined) this.#socket.write(head, 'latin1');
    else if (typeof body === 'string') {
      const bytes = Buffer.allocUnsafe(head.length + bodyLength);
      bytes.write(head, 'latin1');
      bytes.write(body, head.length);
      this.#socket.write(bytes);
    } else {
      this.#socket.cork();
      this.#socket.write(head, 'latin1');
      this.#socket.write(body);
      this.#socket.uncork();
    }
  }

  #onData(bytes: Buffer): void {
    const read = this.#exchange?.reader.read(bytes);
    if (this.#exchange === undefined) {
      // Nobody asked.
      this.drop();
    } else if (read === undefined) {
      if (this.#exchange.reader.isInBody) this.#exchange.deadline.stage = 'reading the answer';
    } else if (read.ok) this.#succeed(read.answer, read.keepMs);
    else this.#fail(read);
  }

  #onEnd(): void {
    const read = this.#exchange?.reader.end();
    if (read?.ok) this.#succeed(read.answer, 0);
    else this.#fail(connectionLost);
  }

  #succeed(answer: Answer, keepMs: number): void {
    const tell = this.#take()?.tell;
    this.keepMs = keepMs;
    if (keepMs === 0) this.drop();
    tell?.({ ok: true, answer });
  }

  #fail(failed: Failed): void {
    const exchange = this.#take();
    if (exchange === undefined) return;
    this.drop();
    exchange.tell({ ...failed, hasAnswerBegun: exchange.reader.hasBegun });
  }

  #take(): Exchange | undefined {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    if (exchange !== undefined) exchange.deadline.onEnd = undefined;
    return exchange;
  }
}
