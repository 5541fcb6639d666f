/** The yardstick: so many loops that post the same calls and read the answers, one connection each, and nothing else. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const { PORT, MESSENGER, CONNECTIONS, CHATS, TEXT } = process.env as Record<string, string>;
const connections = Number(CONNECTIONS);
const chats = (CHATS ?? '').split(',');
const pool = new Pool(MESSENGER ?? '', { connections, pipelining: 1 });

async function post(n: number): Promise<void> {
  const answer = await pool.request({
    path: '/telegram/bot1:bench/sendMessage',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chats[n % chats.length], text: TEXT }),
  });
  const { ok } = JSON.parse(await answer.body.text()) as { ok: boolean };
  if (!ok) throw new Error(`The messenger answered ${answer.statusCode}.`);
}

async function postAll(count: number): Promise<number> {
  const began = performance.now();
  let next = 0;
  const loop = async () => {
    while (next < count) await post(next++);
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return (performance.now() - began) / 1000;
}

createServer(async (request, response) => {
  const count = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('count'));
  response.end(JSON.stringify({ seconds: await postAll(count) }));
}).listen(Number(PORT), '127.0.0.1');

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
