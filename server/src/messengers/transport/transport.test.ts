import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { parseWithLongIntegers, readJsonObject } from './read-json.ts';
import { createTransport, type Exchange } from './transport.ts';

const secret = '12345:very-Secret_token';

function openTransport() {
  const transport = createTransport({ secrets: [secret] });
  onTestFinished(() => transport.close());
  return (exchange: Partial<Exchange> & { origin: string }) =>
    transport.exchange({ method: 'POST', path: `/bot${secret}/call`, body: '{}', timeoutMs: 5_000, ...exchange });
}

/** A server that speaks raw bytes. */
async function listen(onSocket: (socket: Socket) => void): Promise<{ origin: string; server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const unreachable = (maybeDone: boolean, detail: unknown = expect.any(String)) => ({
  ok: false,
  failure: { kind: 'unreachable', maybeDone, detail },
});

describe('a call that certainly did nothing', () => {
  it('is one whose connection was refused', async () => {
    const { origin, server } = await listen(() => {});
    await new Promise((closed) => server.close(closed));
    expect(await openTransport()({ origin })).toEqual(unreachable(false, expect.stringContaining('refused')));
  });

  it('is one to a name that does not resolve', async () => {
    expect(await openTransport()({ origin: 'http://nobody.invalid' })).toEqual(unreachable(false));
  });

  it('is one whose TLS handshake failed', async () => {
    const { origin } = await listen((socket) => socket.end('this is not TLS'));
    expect(await openTransport()({ origin: origin.replace('http:', 'https:') })).toEqual(unreachable(false));
  });

  it('is one given up while it was still connecting, at its deadline and not later', async () => {
    const { origin } = await listen(() => {});
    const exchange = openTransport();
    // A TLS handshake that nobody answers.
    const given = await exchange({ origin: origin.replace('http:', 'https:'), timeoutMs: 100 });
    expect(given).toEqual(unreachable(false, 'no answer within 100 ms'));
  });

  it('is one whose signal was aborted before', async () => {
    const receiver = await startReceiver();
    expect(await openTransport()({ origin: receiver.url, signal: AbortSignal.abort() })).toEqual(
      unreachable(false, 'aborted'),
    );
    expect(receiver.requests).toEqual([]);
  });
});

describe('a call that may have taken effect', () => {
  it('is one that was cut after it had been written', async () => {
    const { origin } = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await openTransport()({ origin })).toEqual(unreachable(true));
  });

  it('is one that nobody answered in time', async () => {
    const { origin } = await listen((socket) => socket.resume());
    expect(await openTransport()({ origin, timeoutMs: 100 })).toEqual(unreachable(true, 'no answer within 100 ms'));
  });

  it('is one whose answer drips without end: the deadline is over the whole exchange', async () => {
    const { origin } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await openTransport()({ origin, timeoutMs: 300 })).toEqual(unreachable(true, 'no answer within 300 ms'));
  });

  it('is one whose answer breaks off', async () => {
    const { origin } = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"ok":')),
    );
    expect(await openTransport()({ origin })).toEqual(unreachable(true));
  });

  it('is one whose answer is too long to be one', async () => {
    const { origin } = await listen((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
        const pour = () => {
          while (!socket.destroyed && socket.write(part));
        };
        socket.on('drain', pour);
        pour();
      }),
    );
    expect(await openTransport()({ origin })).toEqual(unreachable(true, expect.stringContaining('more than')));
  });

  it('is one that was aborted under way', async () => {
    const receiver = await startReceiver();
    receiver.answer(() => {});
    const controller = new AbortController();
    const running = openTransport()({ origin: receiver.url, signal: controller.signal });
    await receiver.arrived(1);
    controller.abort();
    expect(await running).toEqual(unreachable(true, 'aborted'));
  });
});

describe('an answer', () => {
  it('comes over a connection that is kept and used again', async () => {
    let connections = 0;
    const { origin } = await listen((socket) => {
      connections += 1;
      http.emit('connection', socket);
    });
    const http = createHttpServer((request, response) => request.resume().on('end', () => response.end('{}')));
    const exchange = openTransport();
    for (let index = 0; index < 20; index += 1) expect(await exchange({ origin })).toMatchObject({ ok: true });
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('is decoded as a whole, wherever the network cut it', async () => {
    const text = 'Привет 👩‍👩‍👧‍👦';
    const { origin } = await listen((socket) =>
      socket.once('data', async () => {
        const bytes = Buffer.from(text);
        socket.setNoDelay(true);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
        for (const byte of bytes) {
          await new Promise((sent) => socket.write(Buffer.of(byte), sent));
        }
      }),
    );
    expect(await openTransport()({ origin })).toEqual({ ok: true, value: { status: 200, retryAfter: null, text } });
  });

  it('that redirects is not followed', async () => {
    const receiver = await startReceiver();
    receiver.answer(
      (_, response) => void response.writeHead(302, { location: `${receiver.url}/other`, 'retry-after': '7' }).end(),
    );
    expect(await openTransport()({ origin: receiver.url })).toEqual({
      ok: true,
      value: { status: 302, retryAfter: 7, text: '' },
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('may follow an upload, whose file name and bytes arrive intact', async () => {
    const receiver = await startReceiver();
    const form = new FormData();
    form.append('data', new File([Buffer.from([0, 255, 10, 13])], 'отчёт "2".pdf', { type: 'application/pdf' }));
    await openTransport()({ origin: receiver.url, body: form });
    const [request] = receiver.requests;
    const parsed = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    const file = parsed.get('data') as File;
    expect(file.name).toBe('отчёт "2".pdf');
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255, 10, 13]);
  });

  it('that is no JSON object comes from a gateway: the call may have taken effect', () => {
    const read = (status: number, text: string) => readJsonObject({ status, retryAfter: null, text });
    expect(read(502, '<html>')).toEqual(unreachable(true, 'HTTP 502 without a JSON object'));
    expect(read(200, '')).toEqual(unreachable(true));
    expect(read(200, '[1]')).toEqual(unreachable(true));
    expect(read(200, '{"n":1}')).toEqual({ ok: true, value: { n: 1 } });
  });

  it('with integers of 64 bits keeps them exact where that is asked for', () => {
    const text = '{"marker":9007199254740993,"n":1}';
    expect(readJsonObject({ status: 200, retryAfter: null, text }, parseWithLongIntegers)).toEqual({
      ok: true,
      value: { marker: '9007199254740993', n: 1 },
    });
  });
});

it('no failure carries the token, not even one about the address itself', async () => {
  const transport = createTransport({ secrets: ['bad token\r\n/'] });
  onTestFinished(() => transport.close());
  const receiver = await startReceiver();
  const failure = await transport.exchange({
    method: 'GET',
    origin: receiver.url,
    path: '/bad token\r\n/',
    timeoutMs: 1000,
  });
  expect(failure).toEqual(unreachable(false));
  expect(JSON.stringify(failure)).not.toContain('bad token');
  expect(transport.scrub(`a ${encodeURIComponent('bad token\r\n/')} b bad token\r\n/ c`)).toBe('a ••• b ••• c');
});
