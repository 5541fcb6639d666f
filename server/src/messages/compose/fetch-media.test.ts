import { describe, expect, test } from 'vitest';
import { openOutgoing, resolveTo } from '../../lib/outgoing/outgoing.fixture.ts';
import { LARGEST_MEDIA } from './fetch-media.ts';
import { JPEG, MEGABYTE, MP4, openCache, PDF, PNG, problem, serve, stream } from './media.fixture.ts';

describe('what is fetched', () => {
  test.each([
    ['photo', PNG, 'image/png', 'png'],
    ['photo', JPEG, 'image/jpeg', 'jpg'],
    ['photo', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp', 'webp'],
    ['photo', Buffer.from('GIF89a....'), 'image/gif', 'gif'],
    ['video', MP4, 'video/mp4', 'mp4'],
    ['video', Buffer.from('\x00\x00\x00\x14ftypqt  ', 'latin1'), 'video/quicktime', 'mov'],
    ['video', Buffer.from('\x1a\x45\xdf\xa3\x01\x42\x82\x84webm', 'latin1'), 'video/webm', 'webm'],
    ['video', Buffer.from('\x1a\x45\xdf\xa3\x01\x42\x82\x88matroska', 'latin1'), 'video/x-matroska', 'mkv'],
    ['video', Buffer.from('RIFF\x00\x00\x00\x00AVI LIST', 'latin1'), 'video/x-msvideo', 'avi'],
    ['document', PDF, 'application/pdf', 'pdf'],
    ['document', PNG, 'image/png', 'png'],
  ] as const)(
    'as a %s is known by its bytes, not by what it is called: %j',
    async (type, bytes, mimeType, extension) => {
      const { url } = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes));
      const loaded = await openCache().load(type, `${url}/dir/`);
      expect(loaded).toEqual({
        ok: true,
        media: { type, mimeType, fileName: `${type}.${extension}`, bytes: new Uint8Array(bytes) },
      });
    },
  );

  test('as a document may be anything, and is then what its server says', async () => {
    const { url } = await serve((request, response) =>
      response.writeHead(200, request.url === '/a.csv' ? { 'content-type': 'Text/CSV; charset=utf-8' } : {}).end('a,b'),
    );
    expect(await openCache().load('document', `${url}/a.csv`)).toMatchObject({
      media: { mimeType: 'text/csv', fileName: 'a.csv' },
    });
    expect(await openCache().load('document', `${url}/README`)).toMatchObject({
      media: { mimeType: 'application/octet-stream', fileName: 'README' },
    });
  });

  test.each([
    ['photo', PDF, 'a photo must be a JPEG, PNG, WebP or GIF; this is application/pdf'],
    ['photo', Buffer.from('<html>'), 'this is something else'],
    ['photo', MP4, 'this is video/mp4'],
    ['photo', Buffer.from('\x00\x00\x00\x18ftypheic', 'latin1'), 'this is image/heic'],
    ['photo', Buffer.from([0xff]), 'this is something else'],
    ['video', JPEG, 'a video must be an MP4, MOV, WebM or the like; this is image/jpeg'],
    ['video', Buffer.from('\x00\x00\x00\x18ftypM4A ', 'latin1'), 'this is audio/mp4'],
    ['video', Buffer.from('\x00\x00\x00\x18ftypavif', 'latin1'), 'this is image/avif'],
    ['document', Buffer.alloc(0), 'it is empty'],
  ] as const)('as a %s is refused where it is none: %j', async (type, bytes, words) => {
    const { url } = await serve((_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
    expect(await openCache().load(type, url)).toEqual(problem(words));
  });

  test.each([
    ['photo', JPEG],
    ['video', MP4],
    ['document', PDF],
  ] as const)(
    'as a %s may be as large as the limit, and not a byte larger, declared or not',
    async (type, start) => {
      const limit = LARGEST_MEDIA[type];
      const { url } = await serve((request, response) => {
        const size = request.url?.startsWith('/over') ? limit + 1 : limit;
        if (request.url?.endsWith('declared')) response.setHeader('content-length', size);
        stream(response, start, size);
      });
      const { load } = openCache();
      for (const way of ['declared', 'chunked']) {
        const loaded = await load(type, `${url}/at-${way}`);
        expect(loaded.ok && loaded.media.bytes.length).toBe(limit);
        expect(await load(type, `${url}/over-${way}`)).toEqual(problem(`it is larger than ${limit / MEGABYTE} MB`));
      }
    },
    60_000,
  );

  test('is no part of a file whose server promised more', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write(JPEG);
      setImmediate(() => response.destroy());
    });
    expect(await openCache().load('photo', url)).toEqual(problem('', true));
  });

  test('is not unpacked', async () => {
    const { url, asked } = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(JPEG);
    });
    expect(await openCache().load('photo', url)).toEqual(problem('compresses it'));
    expect(asked).toHaveLength(1);
  });

  test.each([
    [404, false],
    [403, false],
    [204, false],
    [206, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('with status %i is nothing; another time may go better: %s', async (status, retryable) => {
    const { url } = await serve((_, response) => response.writeHead(status).end(status === 204 ? undefined : JPEG));
    expect(await openCache().load('photo', url)).toEqual(problem(`status ${status}`, retryable));
  });

  test('too slowly is given up, however steadily it drips', async () => {
    const { url } = await serve((_, response) => {
      response.write(JPEG);
      const drip = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(drip));
    });
    expect(await openCache({ timeoutMs: 150 }).load('photo', url)).toEqual(problem('longer than 0.15 seconds', true));
  });

  test('too slowly is given up over all redirects together', async () => {
    const { url, asked } = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 70);
    });
    expect(await openCache({ timeoutMs: 150 }).load('photo', url)).toEqual(problem('longer than 0.15 seconds', true));
    expect(asked.length).toBeLessThan(4);
  });

  test('from nobody may be there another time; from where Bellhop does not go never', async () => {
    const { url } = await serve(() => {});
    const closed = new URL(url);
    closed.port = '1';
    expect(await openCache().load('photo', closed.href)).toEqual(problem('refused', true));
    expect(await openCache().load('photo', 'https://nobody.example/')).toEqual(problem('does not resolve', true));
    const strict = openCache({ outgoing: openOutgoing({ allow: [] }) });
    expect(await strict.load('photo', url)).toEqual(problem('private, loopback'));
  });
});

describe('a redirect', () => {
  test('is followed three times, relative ones too, and not a fourth', async () => {
    const { url, asked } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(JPEG);
      else
        response
          .writeHead([301, 302, 303, 307, 308][left] ?? 302, { location: left % 2 ? `${left - 1}` : `/${left - 1}` })
          .end();
    });
    expect(await openCache().load('photo', `${url}/3`)).toMatchObject({ ok: true, media: { fileName: '0.jpg' } });
    expect(asked).toEqual(['/3', '/2', '/1', '/0']);
    expect(await openCache().load('photo', `${url}/4`)).toEqual(problem('redirects more than 3 times'));
  });

  test.each([
    'http://10.0.0.1/a.jpg',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://inside.test/',
    'file:///etc/passwd',
    'http://',
  ])('to %s is refused as the address itself would be', async (location) => {
    const { url } = await serve((_, response) => response.writeHead(302, { location }).end());
    const outgoing = openOutgoing({ allow: ['127.0.0.1'], resolve: resolveTo('192.168.0.1') });
    expect(await openCache({ outgoing }).load('photo', url)).toEqual(problem(''));
  });

  test('without an address is a status like any other', async () => {
    const { url } = await serve((_, response) => response.writeHead(302).end(JPEG));
    expect(await openCache().load('photo', url)).toEqual(problem('status 302'));
  });
});

describe('a file', () => {
  test.each([
    ['/фото%20кот.jpg', '', 'фото кот.jpg'],
    ['/x', 'attachment; filename="report.png"', 'report.png'],
    ['/x', 'attachment; filename="x.png"; filename*=UTF-8\'\'%D0%BE%D1%82%D1%87%D1%91%D1%82.png', 'отчёт.png'],
    ['/x', 'attachment; filename=plain.png; size=5', 'plain.png'],
    ['/x', 'attachment; filename="..\\\\..\\\\etc/passwd"', 'passwd.png'],
    ['/x', 'attachment; filename="a\\"b<c>.png"', 'abc.png'],
    ['/x', 'inline', 'x.png'],
    ['/a/%2e%2e%2fetc%2fpasswd', '', 'passwd.png'],
    ['/%E2%80%AEgpj.exe', '', 'gpj.exe'],
    ['/%00%0A', '', 'photo.png'],
    ['/%ff', '', 'photo.png'],
    ['/...', '', 'photo.png'],
    [`/${'x'.repeat(300)}.png`, '', `${'x'.repeat(80)}.png`],
  ])('of %s with "%s" is called %s', async (path, disposition, fileName) => {
    const { url } = await serve((_, response) =>
      response.writeHead(200, disposition === '' ? {} : { 'content-disposition': disposition }).end(PNG),
    );
    expect(await openCache().load('photo', url + path)).toMatchObject({ ok: true, media: { fileName } });
  });
});
