/** The yardstick: so many loops that sign, post and read the answer, one connection each, and nothing else. */
import { createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { serveLoops } from '../kit/serve-loops.ts';
import { EVENT, PAYLOAD_HEAD, PAYLOAD_TAIL } from './payload.ts';

const { PORT, RECEIVER, CONNECTIONS, TARGETS } = process.env as Record<string, string>;
const connections = Number(CONNECTIONS);
const targets: { path: string; secret: string }[] = JSON.parse(TARGETS ?? '[]');
const pool = new Pool(RECEIVER ?? '', { connections, pipelining: 1 });

async function post(n: number): Promise<void> {
  const target = targets[n % targets.length];
  if (target === undefined) throw new Error('There is nothing to post to.');
  const body = Buffer.from(PAYLOAD_HEAD + n + PAYLOAD_TAIL);
  const seconds = Math.floor(Date.now() / 1000);
  const value = createHmac('sha256', target.secret).update(`${seconds}.`).update(body).digest('hex');
  const answer = await pool.request({
    path: target.path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Bellhop-Webhooks/0.0.0',
      'X-Service-Event': EVENT,
      'X-Service-Timestamp': String(seconds),
      'X-Service-Delivery-Id': randomUUID(),
      'X-Service-Signature': `t=${seconds},v1=${value}`,
    },
    body,
  });
  await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
}

serveLoops(Number(PORT), connections, post);
