import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { answerEach, listenRaw, okAnswer, openOutgoing, resolveTo } from './outgoing.fixture.ts';

const failed = (error: string, detail: unknown = expect.any(String), hasLeft: unknown = true) => ({
  outcome: 'failed',
  error,
  detail,
  durationMs: expect.any(Number),
  hasLeft,
});
const neverLeft = (error: string, detail?: unknown) => failed(error, detail, false);
/** Connected to, and perhaps written to. */
const perhapsLeft = (error: string) => failed(error, undefined, expect.any(Boolean));

describe('a request', () => {
  it('arrives as it was given, under the name and port of its URL', async () => {
    const receiver = await startReceiver();
    receiver.answer((_, response) => void response.writeHead(201, { 'x-answer': 'yes' }).end('done'));
    const { port } = new URL(receiver.url);
    const { post } = openOutgoing({ resolve: resolveTo('127.0.0.1') });
    const outcome = await post(`http://Hooks.Example:${port}/a%20b?c=ö#d`, {
      body: Buffer.from([0, 255, 10]),
      headers: [['X-Service-Event', 'auth.completed']],
    });
    expect(outcome).toMatchObject({ outcome: 'answered', status: 201, truncated: false });
    expect(outcome).toMatchObject({ body: Buffer.from('done'), headers: { 'x-answer': 'yes' } });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/a%20b?c=%C3%B6', body: Buffer.from([0, 255, 10]) });
    expect(request?.headers).toEqual({
      host: `hooks.example:${port}`,
      connection: 'keep-alive',
      'user-agent': 'Bellhop-Test/1',
      'x-service-event': 'auth.completed',
      'content-length': '3',
    });
  });

  it('with a header that cannot be written is a mistake of the caller, and leaves nothing behind', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { post } = openOutgoing({ connectionsPerHost: 1 });
    await expect(post(server.url, { headers: [['x-bad', 'a\r\nb: c']] })).rejects.toThrow('invalid');
    await expect(post(server.url, { headers: [['Host', 'other.example']] })).rejects.toThrow('cannot be given');
    expect(await post(server.url)).toMatchObject({ status: 200 });
  });

  it('tries the other addresses of a name where the first is dead', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { post } = openOutgoing({ resolve: resolveTo('127.0.0.9', '::1', '127.0.0.1') });
    expect(await post(`http://hooks.example:${server.port}/`)).toMatchObject({ status: 200 });
  });

  it('is given up with its signal, before and during', async () => {
    const server = await listenRaw(() => {});
    const { post } = openOutgoing();
    expect(await post(server.url, { signal: AbortSignal.abort() })).toEqual(neverLeft('aborted'));
    expect(server.seen.connections).toBe(0);
    const controller = new AbortController();
    const arrived = new Promise((resolve) => void listenRaw(resolve).then(({ url }) => start(url)));
    let running: Promise<unknown> = Promise.resolve();
    const start = (url: string) => {
      running = post(url, { signal: controller.signal });
    };
    await arrived;
    controller.abort();
    expect(await running).toEqual(perhapsLeft('aborted'));
  });

  it('is given up when the whole is closed, and none starts afterwards', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<unknown>();
    const server = await listenRaw(resolve);
    const { post, close } = openOutgoing();
    const running = post(server.url);
    await arrived;
    await close();
    expect(await running).toEqual(perhapsLeft('aborted'));
    expect(await post(server.url)).toEqual(neverLeft('aborted'));
  });
});

describe('an answer', () => {
  it('that redirects to a private address is an answer and is not followed', async () => {
    const receiver = await startReceiver();
    receiver.answer((request, response) => {
      const location = request.path === '/' ? `${receiver.url}/inner` : 'http://169.254.169.254/';
      response.writeHead(request.path === '/' ? 302 : 307, { location }).end();
    });
    const { post } = openOutgoing();
    expect(await post(`${receiver.url}/`)).toMatchObject({ outcome: 'answered', status: 302 });
    expect(await post(`${receiver.url}/2`)).toMatchObject({ outcome: 'answered', status: 307 });
    expect(receiver.requests).toHaveLength(2);
  });

  it('of exactly the size that is read is whole; one byte more is cut and its connection dropped', async () => {
    const server = await listenRaw(answerEach(`HTTP/1.1 500 Oops\r\ncontent-length: 5\r\n\r\nabcde`));
    const { post } = openOutgoing();
    expect(await post(server.url, { maxBytes: 5 })).toMatchObject({ status: 500, truncated: false });
    const cut = await post(server.url, { maxBytes: 4 });
    expect(cut).toMatchObject({ status: 500, body: Buffer.from('abcd'), truncated: true });
    expect(await post(server.url, { maxBytes: 0 })).toMatchObject({ body: Buffer.alloc(0), truncated: true });
    expect(server.seen.connections).toBe(2);
  });

  it('without end is read to the limit and no further', async () => {
    let written = 0;
    const size = 1024 ** 3;
    const { promise: dropped, resolve } = Promise.withResolvers<void>();
    const part = Buffer.alloc(64 * 1024, 'x');
    const server = await listenRaw((socket) => {
      socket.on('close', () => resolve());
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
        const pour = () => {
          while (!socket.destroyed && written < size) {
            written += part.length;
            if (!socket.write(part)) return;
          }
        };
        socket.on('drain', pour);
        pour();
      });
    });
    const outcome = await openOutgoing().post(server.url);
    await dropped;
    expect(outcome).toMatchObject({ status: 200, truncated: true });
    expect(outcome.outcome === 'answered' && outcome.body.length).toBe(64 * 1024);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('in chunks of one byte costs what its bytes cost', async () => {
    const bytes = 400_000;
    const server = await listenRaw((socket) => {
      const chunks = '1\r\nx\r\n'.repeat(bytes);
      socket.once('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`),
      );
    });
    const outcome = await openOutgoing().post(server.url, { maxBytes: 1024 ** 2 });
    expect(outcome).toMatchObject({ outcome: 'answered', truncated: false });
    expect(outcome.outcome === 'answered' && outcome.body.equals(Buffer.alloc(bytes, 'x'))).toBe(true);
    // One buffer that doubles, not one object for each byte.
    expect(outcome.outcome === 'answered' && outcome.body.buffer.byteLength).toBeLessThanOrEqual(1024 ** 2);
  });

  it('that is packed stays packed: a gzip bomb is its few bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const receiver = await startReceiver();
    receiver.answer((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const outcome = await openOutgoing().post(receiver.url);
    expect(outcome).toMatchObject({ status: 200, body: bomb, truncated: false });
    expect(receiver.requests[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  it('may be preceded by a few interim answers but not by a flood of them', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
    const few = await listenRaw(answerEach(hint.repeat(3) + okAnswer));
    const flood = await listenRaw(answerEach(hint.repeat(100) + okAnswer));
    const { post } = openOutgoing();
    expect(await post(few.url)).toMatchObject({ status: 200, body: Buffer.from('ok') });
    expect(await post(flood.url)).toEqual(failed('protocol_error', 'too many interim (1xx) answers'));
  });
});

describe('the time of a request covers', () => {
  it('an answer that drips byte by byte', async () => {
    const server = await listenRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await openOutgoing().post(server.url, { timeoutMs: 600 })).toEqual(
      failed('timeout', 'timed out after 600 ms, reading the answer'),
    );
  });

  it('headers that drip', async () => {
    const server = await listenRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await openOutgoing().post(server.url, { timeoutMs: 600 })).toEqual(
      failed('timeout', 'timed out after 600 ms, waiting for the answer'),
    );
  });

  it('a server that neither reads nor answers', async () => {
    const server = await listenRaw((socket) => void socket.pause());
    const body = Buffer.alloc(16 * 1024 * 1024);
    expect(await openOutgoing().post(server.url, { timeoutMs: 100, body })).toEqual(failed('timeout'));
  });

  it('the wait for a free connection, which then goes to the next in line', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const server = await listenRaw((socket) =>
      socket.on('data', async () => {
        await released;
        socket.write(okAnswer);
      }),
    );
    const { post } = openOutgoing({ connectionsPerHost: 1 });
    const first = post(server.url);
    expect(await post(server.url, { timeoutMs: 50 })).toEqual(
      neverLeft('timeout', 'timed out after 50 ms, waiting for a free connection'),
    );
    const third = post(server.url);
    release();
    expect(await Promise.all([first, third])).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(server.seen.connections).toBe(1);
  });

  it('nothing after its end: the connection is gone', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const server = await listenRaw((socket) => void socket.resume().on('close', () => resolve()));
    await openOutgoing().post(server.url, { timeoutMs: 50 });
    await gone;
    expect(server.open.size).toBe(0);
  });
});

describe('a failure is told apart:', () => {
  it('nothing listens', async () => {
    const server = await listenRaw(() => {});
    await server.close();
    expect(await openOutgoing().post(server.url)).toEqual(neverLeft('connect_error', 'the connection was refused'));
    const both = openOutgoing({ resolve: resolveTo('127.0.0.1', '::1') });
    expect(await both.post(`http://hooks.example:${server.port}/`)).toEqual(
      neverLeft('connect_error', 'the connection was refused'),
    );
  });

  it.each([
    ['closed without an answer', ''],
    ['reset in the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['reset in a body of known length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"ok":'],
    ['reset in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\n{"ok":'],
  ])('%s', async (_, start) => {
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const server = await listenRaw((socket) =>
        socket.once('data', () => socket.write(start === '' ? Buffer.alloc(0) : start, () => socket[end]())),
      );
      expect(await openOutgoing().post(server.url)).toEqual(failed('connection_lost'));
    }
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a status that is none', 'HTTP/1.1 2x0 OK\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a chunk size that is none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
    ['an upgrade that nobody asked for', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['a "continue" that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['one header of 1 MB', `HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(1024 ** 2)}\r\n\r\n`],
    ['ten thousand headers', `HTTP/1.1 200 OK\r\n${'x-many: x\r\n'.repeat(10_000)}\r\n`],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-many: x\r\n'.repeat(100_000)}`],
  ])('%s', async (_, answer) => {
    const server = await listenRaw((socket) => socket.once('data', () => socket.write(answer)));
    expect(await openOutgoing().post(server.url)).toEqual(failed('protocol_error'));
  });

  it('and none names an address that was not in the URL', async () => {
    const server = await listenRaw((socket) => socket.resetAndDestroy());
    const { post } = openOutgoing({ resolve: resolveTo('127.0.0.1', '127.0.0.2') });
    const outcomes = [await post(`http://hooks.example:${server.port}/`), await post('http://hooks.example:1/')];
    expect(JSON.stringify(outcomes)).not.toMatch(/127\.0|hooks|ECONN/);
  });
});
