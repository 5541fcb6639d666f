import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';

test('the receiver keeps the exact bytes and answers as told', async () => {
  const receiver = await startReceiver();
  const body = Buffer.from('{"текст": "👋"}');
  const first = await fetch(`${receiver.url}/hook?a=1`, { method: 'POST', body, headers: { 'x-test': 'yes' } });
  expect(first.status).toBe(200);
  receiver.answer(503);
  expect((await fetch(receiver.url)).status).toBe(503);
  receiver.answer((_request, response) => void response.destroy());
  await expect(fetch(receiver.url)).rejects.toThrow();
  const [request] = await receiver.arrived(3);
  expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1' });
  expect(request?.headers['x-test']).toBe('yes');
  expect(request?.body.equals(body)).toBe(true);
});
