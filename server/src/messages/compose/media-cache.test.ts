import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { JPEG, MEGABYTE, openCache, serve, stream } from './media.fixture.ts';

test('media that many get is fetched once and is one object, while it is fetched and after', async () => {
  const { url, asked } = await serve((_, response) => response.end(JPEG));
  const { load, clock } = openCache();
  const first = await Promise.all(Array.from({ length: 50 }, () => load('photo', url)));
  clock.advance(599);
  const later = await load('photo', url);
  for (const one of first) expect(one.ok && one.media).toBe(later.ok && later.media);
  expect(asked).toHaveLength(1);
  await load('document', url);
  expect(asked).toHaveLength(2);
  clock.advance(1);
  expect(await load('photo', url)).not.toBe(later);
  expect(asked).toHaveLength(3);
});

test.each([
  ['no-store', 60],
  ['private, max-age=0', 60],
  ['public, max-age=300', 300],
  ['max-age=86400', 600],
  ['immutable', 600],
])('media with "%s" is asked for again after %i seconds', async (cacheControl, seconds) => {
  const { url, asked } = await serve((_, response) =>
    response.writeHead(200, { 'cache-control': cacheControl }).end(JPEG),
  );
  const { load, clock } = openCache();
  await load('photo', url);
  clock.advance(seconds - 1);
  await load('photo', url);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  await load('photo', url);
  expect(asked).toHaveLength(2);
});

test('media that cannot be had is not asked for by every one of them', async () => {
  let status = 500;
  const { url, asked } = await serve((_, response) => response.writeHead(status).end(JPEG));
  const { load, clock } = openCache();
  for (let n = 0; n < 20; n += 1) expect(await load('photo', url)).toMatchObject({ ok: false, retryable: true });
  expect(asked).toHaveLength(1);
  clock.advance(10);
  status = 200;
  expect(await load('photo', url)).toMatchObject({ ok: true });
});

test('media is forgotten, the longest unused first, where it would take too much memory', async () => {
  const { url, asked } = await serve((_, response) => stream(response, JPEG, MEGABYTE));
  const { load } = openCache({ mostBytes: 3.5 * MEGABYTE });
  for (const path of ['/1', '/2', '/3', '/1', '/4', '/1', '/3', '/4']) await load('photo', url + path);
  expect(asked).toEqual(['/1', '/2', '/3', '/4']);
  await load('photo', `${url}/2`);
  expect(asked).toHaveLength(5);
});

test('media is not fetched from one host by all at once, so that a slow one keeps nobody else waiting', async () => {
  const held: ServerResponse[] = [];
  const slow = await serve((_, response) => void held.push(response));
  const fast = await serve((_, response) => response.end(JPEG));
  const { load } = openCache();
  const waiting = Array.from({ length: 20 }, (_, n) => load('photo', `${slow.url}/${n}`));
  for (let n = 0; n < 10; n += 1) expect(await load('photo', `${fast.url}/${n}`)).toMatchObject({ ok: true });
  expect(slow.asked).toHaveLength(2);
  for (let n = 0; n < 20; n += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()?.end(JPEG);
  }
  for (const loaded of await Promise.all(waiting)) expect(loaded).toMatchObject({ ok: true });
});
