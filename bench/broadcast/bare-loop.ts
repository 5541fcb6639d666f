/** The yardstick: so many loops that post the same calls and read the answers, one connection each, and nothing else. */
import { Pool } from 'undici';
import { serveLoops } from '../kit/serve-loops.ts';

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

serveLoops(Number(PORT), connections, post);
