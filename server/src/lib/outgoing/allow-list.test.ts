import { describe, expect, it } from 'vitest';
import { isAllowEntry } from './index.ts';
import { answerEach, listenRaw, okAnswer, openOutgoing, resolveTo } from './outgoing.fixture.ts';

describe('an allow-list entry', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1/', true],
    ['127.0.0.1', 'http://0x7f.1/', true],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', true],
    ['127.0.0.1', 'http://127.0.0.2/', false],
    ['127.1', 'http://127.0.0.1/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', true],
    ['10.0.0.0/8', 'http://172.16.0.1/', false],
    ['10.9.9.9/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://[::10.0.0.1]/', false],
    ['10.0.0.0/8', 'http://[64:ff9b::10.0.0.1]/', false],
    ['10.0.0.0/8', 'http://[2002:a00:1::]/', false],
    ['::ffff:10.0.0.0/104', 'http://10.1.2.3/', true],
    ['0.0.0.0/0', 'http://192.168.1.1/', true],
    ['0.0.0.0/0', 'http://[::1]/', false],
    ['::1', 'http://[::1]/', true],
    ['[::1]', 'http://[0::1]/', true],
    ['::1', 'http://127.0.0.1/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['fd00::/8', 'http://[fc12::1]/', false],
    ['fe80::/10', 'http://[fe80::1]/', true],
  ])('%s decides about %s: %s', async (entry, url, ok) => {
    expect(await openOutgoing({ allow: [entry] }).checkUrl(url)).toMatchObject({ ok });
  });

  it.each([
    ['internal.example', 'http://internal.example/', true],
    ['Internal.Example.', 'http://internal.example/', true],
    ['internal.example', 'http://INTERNAL.example.:8080/', true],
    ['internal.example', 'http://a.internal.example/', false],
    ['internal.example', 'http://xinternal.example/', false],
    ['internal.example', 'http://internal.example.evil.test/', false],
    ['*.internal.example', 'http://a.internal.example/', true],
    ['*.internal.example', 'http://a.b.internal.example./', true],
    ['*.internal.example', 'http://internal.example/', false],
    ['*.internal.example', 'http://xinternal.example/', false],
    ['внутри.рф', 'http://ВНУТРИ.%D1%80%D1%84/', true],
    ['crm', 'http://crm/', true],
    ['10.0.0.0/8', 'http://anything.example/', true],
    ['localhost', 'http://10.0.0.7/', false],
    ['*.example', 'http://10.0.0.7/', false],
  ])('%s decides about %s, which resolves to 10.0.0.7: %s', async (entry, url, ok) => {
    const outgoing = openOutgoing({ allow: [entry], resolve: resolveTo('10.0.0.7') });
    expect(await outgoing.checkUrl(url)).toMatchObject({ ok });
  });

  it('covers every address of a name, or the name stays refused', async () => {
    const allow = ['10.0.0.0/8'];
    expect(await openOutgoing({ allow, resolve: resolveTo('10.0.0.7', '8.8.8.8') }).checkUrl('http://a.test')).toEqual({
      ok: true,
    });
    expect(
      await openOutgoing({ allow, resolve: resolveTo('10.0.0.7', '192.168.0.7') }).checkUrl('http://a.test'),
    ).toMatchObject({ ok: false });
  });

  it.each(['', '*', '*.', '*.10.0.0.1', '10/8', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/x'])(
    'is refused at once where it could mean something else: %j',
    (entry) => {
      expect(isAllowEntry(entry)).toBe(false);
      expect(() => openOutgoing({ allow: [entry] })).toThrow('is not a host, an address or a CIDR range');
    },
  );

  it.each(['a b', 'http://x', 'x/y', 'host:80', 'user@host', 'a..b', 'fe80::1%eth0', '*.*.x'])(
    'is refused at once where it is no host: %j',
    (entry) => expect(isAllowEntry(entry)).toBe(false),
  );
});

describe("Bellhop's own ports", () => {
  it('are refused on loopback although loopback is allowed, under every name and spelling', async () => {
    const server = await listenRaw(answerEach(okAnswer));
    const { port } = server;
    const options = { allow: ['127.0.0.0/8', '::1', '0.0.0.0/0', '::/0', 'own.test'], refusePorts: [port] };
    const { checkUrl, post } = openOutgoing({ ...options, resolve: resolveTo('127.0.0.1') });
    for (const host of ['127.0.0.1', '127.9.9.9', '0', '[::1]', '[::]', '[::ffff:7f00:1]', 'own.test', 'localhost']) {
      const url = `http://${host}:${port}/v1/admin`;
      expect(await checkUrl(url), url).toMatchObject({ ok: false });
      expect(await post(url), url).toMatchObject({ error: 'address_refused' });
    }
    expect(await checkUrl(`http://127.0.0.1:${port + 1}/`)).toEqual({ ok: true });
    expect(server.seen.connections).toBe(0);
  });

  it("are refused on this machine's other addresses, and open on other machines", async () => {
    const { checkUrl } = openOutgoing({
      allow: ['10.0.0.0/8'],
      refusePorts: [8080],
      ownAddresses: () => ['10.0.0.5', '2606:4700:0:0::5', 'fe80::1%eth0'],
    });
    expect(await checkUrl('http://10.0.0.5:8080/')).toMatchObject({ ok: false });
    expect(await checkUrl('http://[2606:4700::5]:8080/')).toMatchObject({ ok: false });
    expect(await checkUrl('http://10.0.0.5:8081/')).toEqual({ ok: true });
    expect(await checkUrl('http://10.0.0.6:8080/')).toEqual({ ok: true });
  });

  it('are refused when they are the default of the scheme', async () => {
    const { checkUrl } = openOutgoing({ refusePorts: [80, 443] });
    expect(await checkUrl('http://127.0.0.1/')).toMatchObject({ ok: false });
    expect(await checkUrl('https://[::1]/')).toMatchObject({ ok: false });
    expect(await checkUrl('http://127.0.0.1:443/')).toMatchObject({ ok: false });
    expect(await checkUrl('http://127.0.0.1:8080/')).toEqual({ ok: true });
  });
});
