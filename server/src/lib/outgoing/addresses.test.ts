import { describe, expect, it } from 'vitest';
import { hostileHosts, malformedUrls, publicHosts } from './hostile-urls.fixture.ts';
import { listenRaw, openOutgoing, resolveTo } from './outgoing.fixture.ts';
import { isPublicAddress, parseAddress } from './public-address.ts';

const strict = (resolve?: () => Promise<{ address: string; family: number }[]>) =>
  openOutgoing({ allow: [], ...(resolve && { resolve }) });

const refusal = 'the host is, or resolves to, a private, loopback, link-local or otherwise special address';

describe('an address that is not public', () => {
  it.each(hostileHosts)('is refused when it is given and when it is called: %s', async (host) => {
    const { checkUrl, post } = strict();
    for (const url of [`http://${host}/hook`, `https://${host}:8443/hook?x=1`, `HTTP:\\\\${host}:81`]) {
      expect(await checkUrl(url)).toEqual({ ok: false, problem: refusal });
      expect(await post(url)).toMatchObject({ outcome: 'failed', error: 'address_refused', detail: refusal });
    }
  });

  it.each(hostileHosts.filter((host) => !/local|ｌ/i.test(host)))('is refused behind a name: %s', async (host) => {
    const address = new URL(`http://${host}`).hostname.replace(/[[\]]/g, '');
    const { checkUrl, post } = strict(resolveTo(address));
    expect(await checkUrl('https://hooks.example/')).toEqual({ ok: false, problem: refusal });
    expect(await post('https://hooks.example/')).toMatchObject({ error: 'address_refused', detail: refusal });
  });

  it('is refused as the one bad among good ones, wherever it stands', async () => {
    for (const addresses of [
      ['8.8.8.8', '127.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
      ['2606:4700::1', '8.8.8.8', '::ffff:127.0.0.1', '1.1.1.1'],
      [...Array.from({ length: 300 }, (_, index) => `8.8.${index >> 8}.${index & 255}`), 'fe80::1%eth0'],
    ]) {
      const { checkUrl, post } = strict(resolveTo(...addresses));
      expect(await checkUrl('http://hooks.example/')).toMatchObject({ ok: false });
      expect(await post('http://hooks.example/')).toMatchObject({ error: 'address_refused' });
    }
  });

  it('is refused when a resolver answers what is no address', async () => {
    for (const answer of ['', 'localhost', '0x7f.1', '010.0.0.1', '127.1', '8.8.8.8:80', '[::1]']) {
      expect(await strict(resolveTo(answer)).post('http://hooks.example/')).toMatchObject({ error: 'address_refused' });
    }
  });

  it('gives the same answer whether or not something listens there', async () => {
    const listening = await listenRaw(() => {});
    const closed = await listenRaw(() => {});
    await closed.close();
    const { post } = strict();
    const outcomes = await Promise.all([post(listening.url), post(closed.url)]);
    for (const outcome of outcomes) {
      expect(outcome).toEqual({
        outcome: 'failed',
        error: 'address_refused',
        detail: refusal,
        durationMs: expect.any(Number),
        hasLeft: false,
      });
    }
    expect(listening.seen.connections).toBe(0);
  });
});

it.each(malformedUrls)('a URL that breaks the rules is refused by check and request alike: %j', async (url) => {
  const { checkUrl, post } = strict(resolveTo('8.8.8.8'));
  expect(await checkUrl(url)).toEqual({ ok: false, problem: expect.any(String) });
  expect(await post(url)).toMatchObject({ outcome: 'failed', error: 'invalid_url' });
});

it('a URL that is too long is refused when it is given, and a request that is far too long always', async () => {
  const { checkUrl, post } = strict(resolveTo('8.8.8.8'));
  const url = (length: number) => 'http://example.com/'.padEnd(length, 'x');
  expect(await checkUrl(url(2048))).toEqual({ ok: true });
  expect(await checkUrl(url(2049))).toEqual({ ok: false, problem: 'the URL is longer than 2048 characters' });
  expect(await post(url(8193))).toMatchObject({ outcome: 'failed', error: 'invalid_url' });
});

describe('a URL passes its check', () => {
  it.each(publicHosts)('where its address is public: %s', async (host) => {
    expect(await strict().checkUrl(`https://${host}/`)).toEqual({ ok: true });
  });

  it('where its name resolves to public addresses only', async () => {
    const { checkUrl } = strict(resolveTo('8.8.8.8', '2606:4700::1'));
    expect(await checkUrl('https://hooks.example:8443/a?b=c#d')).toEqual({ ok: true });
    expect(await checkUrl('https://пример.рф/@path:x')).toEqual({ ok: true });
    expect(await checkUrl(`https://hooks.example/${'x'.repeat(2048 - 22)}`)).toEqual({ ok: true });
  });

  it('where its name does not resolve: every request looks again', async () => {
    const { checkUrl, post } = strict();
    expect(await checkUrl('https://nobody.example/')).toEqual({ ok: true });
    expect(await post('https://nobody.example/')).toMatchObject({
      error: 'dns_error',
      detail: 'the host name does not resolve',
    });
    expect(await strict(resolveTo()).checkUrl('https://nobody.example/')).toEqual({ ok: true });
    expect(await strict(resolveTo()).post('https://nobody.example/')).toMatchObject({ error: 'dns_error' });
  });

  it('where its name server keeps it waiting, and a request ends in time', async () => {
    const { checkUrl, post } = openOutgoing({ resolve: () => new Promise(() => {}), checkLookupMs: 50 });
    expect(await checkUrl('https://slow.example/')).toEqual({ ok: true });
    expect(await post('https://slow.example/', { timeoutMs: 50 })).toMatchObject({
      error: 'timeout',
      detail: 'timed out after 50 ms, looking up the host name',
    });
  });
});

it('the system knows localhost without any injected resolver', async () => {
  const outgoing = openOutgoing({ allow: [], resolve: undefined as never });
  expect(await outgoing.checkUrl('http://localhost:8080/')).toMatchObject({ ok: false });
});

it('the edges of every refused IPv4 range are exact', () => {
  const blocks = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
  blocks.push('192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24');
  blocks.push('203.0.113.0/24');
  for (const block of blocks) {
    const [base = '', bits] = block.split('/');
    const first = base.split('.').reduce((value, part) => value * 256 + Number(part), 0);
    const last = first + 2 ** (32 - Number(bits)) - 1;
    const judge = (value: number) => {
      const address = parseAddress([24, 16, 8, 0].map((shift) => (value / 2 ** shift) & 255).join('.'));
      return address !== undefined && isPublicAddress(address);
    };
    expect([judge(first), judge(last), judge(last + 1)], block).toEqual([false, false, true]);
    if (first > 0) expect(judge(first - 1), block).toBe(true);
  }
});
