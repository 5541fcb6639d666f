import { describe, expect, it } from 'vitest';
import { answerEach, listenRaw, okAnswer, openOutgoing, resolveTo } from './outgoing.fixture.ts';

const answered = { outcome: 'answered', status: 200 };

/** A name server whose answer the test changes. */
function openResolver(...addresses: string[]) {
  const resolver = { answer: resolveTo(...addresses), asked: 0 };
  const resolve = () => {
    resolver.asked += 1;
    return resolver.answer();
  };
  return { resolver, resolve };
}

describe('a name that moves', () => {
  it('from a public to a private address between check and request is refused', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { resolver, resolve } = openResolver('8.8.8.8');
    const { checkUrl, post } = openOutgoing({ allow: [], resolve });
    expect(await checkUrl(`http://rebind.example:${server.port}/`)).toEqual({ ok: true });
    resolver.answer = resolveTo('127.0.0.1');
    expect(await post(`http://rebind.example:${server.port}/`)).toMatchObject({ error: 'address_refused' });
    expect(server.seen.connections).toBe(0);
  });

  it('is asked for once in a request: what was judged is what is called', async () => {
    const good = await listenRaw(answerEach(okAnswer), { host: '127.0.0.2' });
    const bad = await listenRaw(answerEach(okAnswer), { port: good.port });
    const answers = ['127.0.0.2', '127.0.0.1'];
    const resolve = () => resolveTo(answers.shift() ?? '127.0.0.1')();
    const { post } = openOutgoing({ allow: ['127.0.0.2'], resolve });
    expect(await post(`http://rebind.example:${good.port}/`)).toMatchObject(answered);
    expect(answers).toEqual(['127.0.0.1']);
    // The kept connection is open still, and the second answer is refused all the same.
    expect(await post(`http://rebind.example:${good.port}/`)).toMatchObject({ error: 'address_refused' });
    expect([good.seen.connections, bad.seen.connections]).toEqual([1, 0]);
  });

  it('is not called over a connection to where it was', async () => {
    const first = await listenRaw(answerEach('HTTP/1.1 201 A\r\ncontent-length: 0\r\n\r\n'));
    const second = await listenRaw(answerEach('HTTP/1.1 202 B\r\ncontent-length: 0\r\n\r\n'), {
      host: '127.0.0.2',
      port: first.port,
    });
    const { resolver, resolve } = openResolver('127.0.0.1');
    const { post } = openOutgoing({ resolve });
    const url = `http://moving.example:${first.port}/`;
    expect(await post(url)).toMatchObject({ status: 201 });
    resolver.answer = resolveTo('127.0.0.2');
    expect(await post(url)).toMatchObject({ status: 202 });
    resolver.answer = resolveTo('127.0.0.1');
    expect(await post(url)).toMatchObject({ status: 201 });
    expect([first.seen.connections, second.seen.connections]).toEqual([1, 1]);
    expect(resolver.asked).toBe(3);
  });
});

describe('a connection', () => {
  it('is kept and used again', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { post } = openOutgoing();
    for (let index = 0; index < 50; index += 1) expect(await post(server.url)).toMatchObject(answered);
    expect(server.seen.connections).toBe(1);
  });

  it('is used again under another spelling of its address but not under another name', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { post } = openOutgoing({ resolve: resolveTo('127.0.0.1', '127.0.0.2') });
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', 'a.example', 'A.example', 'b.example'];
    for (const host of hosts) expect(await post(`http://${host}:${server.port}/`)).toMatchObject(answered);
    expect(server.seen.connections).toBe(3);
  });

  it('that the server closes after its answer is not used again', async () => {
    const closing = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
    const server = await listenRaw((socket) => void socket.once('data', () => socket.end(closing)));
    const { post } = openOutgoing();
    for (let index = 0; index < 5; index += 1) expect(await post(server.url)).toMatchObject(answered);
    expect(server.seen.connections).toBe(5);
  });

  it('on which the server speaks unasked is not used again', async () => {
    const { promise: dropped, resolve } = Promise.withResolvers<void>();
    const forged = 'HTTP/1.1 299 Forged\r\ncontent-length: 0\r\n\r\n';
    const server = await listenRaw((socket) => {
      socket.on('data', () => socket.write(okAnswer + forged)).on('close', () => resolve());
    });
    const { post } = openOutgoing();
    expect(await post(server.url)).toMatchObject(answered);
    await dropped;
    expect(await post(server.url)).toMatchObject(answered);
    expect(server.seen.connections).toBe(2);
  });

  it('found closed before any answer came is replaced where the request may leave twice', async () => {
    const openFailing = () => {
      let requests = 0;
      return listenRaw((socket) =>
        socket.on('data', () => {
          requests += 1;
          if (requests === 2) socket.destroy();
          else socket.write(okAnswer);
        }),
      );
    };
    for (const [repeatable, expected] of [
      [true, answered],
      [false, { error: 'connection_lost' }],
    ] as const) {
      const server = await openFailing();
      const { post } = openOutgoing();
      await post(server.url);
      expect(await post(server.url, { repeatable })).toMatchObject(expected);
    }
  });

  it('is one of at most so many per host', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { post } = openOutgoing({ connectionsPerHost: 3 });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => post(server.url)));
    for (const outcome of outcomes) expect(outcome).toMatchObject(answered);
    expect(server.seen.mostOpen).toBeLessThanOrEqual(3);
  });
});

it('a host that hangs delays no other host', async () => {
  const dead = await listenRaw(() => {});
  const alive = await listenRaw(answerEach(okAnswer));
  const { post, close } = openOutgoing({ connectionsPerHost: 2 });
  const hanging = Array.from({ length: 50 }, () => post(dead.url));
  for (let index = 0; index < 20; index += 1) expect(await post(alive.url)).toMatchObject(answered);
  await close();
  for (const outcome of await Promise.all(hanging)) expect(outcome).toMatchObject({ error: 'aborted' });
});

it('a thousand requests to fifty hosts take few connections and leave fewer', async () => {
  const server = await listenRaw(answerEach(okAnswer));
  const { post, close } = openOutgoing({
    resolve: resolveTo('127.0.0.1'),
    connectionsPerHost: 4,
    mostKept: 20,
  });
  const urls = Array.from({ length: 1000 }, (_, index) => `http://host-${index % 50}.example:${server.port}/`);
  for (let start = 0; start < urls.length; start += 100) {
    const outcomes = await Promise.all(urls.slice(start, start + 100).map((url) => post(url)));
    for (const outcome of outcomes) expect(outcome).toMatchObject(answered);
  }
  expect(server.seen.mostOpen).toBeLessThanOrEqual(120);
  await expect.poll(() => server.open.size).toBeLessThanOrEqual(20);
  await close();
  await expect.poll(() => server.open.size).toBe(0);
});
