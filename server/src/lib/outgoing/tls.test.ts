import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket, type TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expired, selfSigned, testKey } from './certificates.fixture.ts';
import { answerEach, listenRaw, okAnswer, openOutgoing, resolveTo } from './outgoing.fixture.ts';

async function listenTls(options: TlsOptions) {
  const sockets: TLSSocket[] = [];
  const received: unknown[] = [];
  const server = createServer({ key: testKey, ...options }, (socket) => {
    sockets.push(socket.on('error', () => {}).on('data', (data) => received.push(data)));
    answerEach(okAnswer)(socket);
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets, received };
}

const open = () => openOutgoing({ resolve: resolveTo('127.0.0.1') });

const tlsError = (detail: unknown) => ({
  outcome: 'failed',
  error: 'tls_error',
  detail,
  durationMs: expect.any(Number),
  hasLeft: false,
});

describe('with a certificate that nobody trusts', () => {
  it('no request leaves', async () => {
    const { port, received } = await listenTls({ cert: selfSigned });
    expect(await open().post(`https://hooks.test:${port}/`)).toEqual(tlsError('the certificate is self-signed'));
    expect(await open().post(`https://127.0.0.1:${port}/`)).toEqual(tlsError('the certificate is self-signed'));
    expect(received).toEqual([]);
  });
});

describe('with a trusted certificate', () => {
  beforeAll(() => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, selfSigned, expired]);
    return () => setDefaultCACertificates(before);
  });

  it('the name in the URL is the name that is asked for and proven, and the connection is kept', async () => {
    const { port, sockets } = await listenTls({ cert: selfSigned });
    const { post } = open();
    for (const host of ['hooks.test', 'HOOKS.test']) {
      expect(await post(`https://${host}:${port}/`)).toMatchObject({ status: 200, body: Buffer.from('ok') });
    }
    expect(await post(`https://hooks.test.:${port}/`)).toMatchObject({ status: 200 });
    expect(sockets.map(({ servername }) => servername)).toEqual(['hooks.test', 'hooks.test']);
  });

  it('an address is proven as such and sends no name', async () => {
    const { port, sockets } = await listenTls({ cert: selfSigned });
    expect(await open().post(`https://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    expect(sockets.map(({ servername }) => servername)).toEqual([false]);
  });

  it('another name is refused', async () => {
    const { port } = await listenTls({ cert: selfSigned });
    const { post } = open();
    const mismatch = tlsError('the certificate is for another host name');
    expect(await post(`https://other.test:${port}/`)).toEqual(mismatch);
    expect(await post(`https://a.hooks.test:${port}/`)).toEqual(mismatch);
  });

  it('an expired one is refused', async () => {
    const { port } = await listenTls({ cert: expired });
    expect(await open().post(`https://hooks.test:${port}/`)).toEqual(tlsError('the certificate has expired'));
  });
});

describe('a handshake', () => {
  it('with what does not speak TLS fails as such', async () => {
    const plain = await listenRaw((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await open().post(`https://hooks.test:${plain.port}/`)).toEqual(tlsError(expect.any(String)));
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const closing = await listenRaw((socket) => void socket.once('data', () => socket[end]()));
      expect(await open().post(`https://hooks.test:${closing.port}/`)).toEqual(
        tlsError('the connection was closed during the TLS handshake'),
      );
    }
  });

  it('with an outdated version fails as such', async () => {
    const { port } = await listenTls({
      cert: selfSigned,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await open().post(`https://hooks.test:${port}/`)).toEqual(tlsError(expect.any(String)));
  });

  it('that nobody answers ends in time and leaves no connection', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => socket.resume().on('close', () => resolve()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await open().post(`https://hooks.test:${port}/`, { timeoutMs: 600 })).toMatchObject({
      error: 'timeout',
      detail: 'timed out after 600 ms, in the TLS handshake',
    });
    await gone;
  });
});
