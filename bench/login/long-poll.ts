import { setTimeout as sleep } from 'node:timers/promises';
import type { Phone } from './phone.ts';

type Call = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;
type Started = { session_id: string; telegram_link: string };
type Status = { status: string };

const LONGEST_WAIT = 25;

/**
 * Milliseconds from the tap on Yes: to the answer of the long poll, and as a yardstick to the bot's own answer to the tap,
 * which takes the same way through the messenger and the transaction.
 */
export type Delay = { toPoll: number; toChat: number };

export async function measureLongPolls(
  call: Call,
  phone: Phone,
  wish: { waiting: number; logins: number; atOnce: number },
): Promise<Delay[]> {
  const start = () => call<Started>('POST', '/v1/auth/session', {});
  const poll = (id: string) => call<Status>('GET', `/v1/auth/session/${id}/status?wait=${LONGEST_WAIT}`);

  let done = false;
  const bystanders = await Promise.all(Array.from({ length: wish.waiting }, start));
  const waiting = bystanders.map(async ({ session_id }) => {
    while (!done) await poll(session_id);
  });
  const people = await phone.people(wish.logins);
  const delays: Delay[] = [];

  const logIn = async (personId: number): Promise<void> => {
    const { session_id, telegram_link } = await start();
    const answered = poll(session_id).then(({ status }) => ({ status, at: performance.now() }));
    const question = await phone.open(personId, telegram_link);
    const tappedAt = performance.now();
    const tapped = phone.yes(personId, question).then(() => performance.now());
    const [{ status, at }, chatAt] = await Promise.all([answered, tapped]);
    if (status !== 'completed') throw new Error(`A login that was confirmed is ${status}.`);
    delays.push({ toPoll: at - tappedAt, toChat: chatAt - tappedAt });
  };
  const worker = async (): Promise<void> => {
    for (let person = people.pop(); person !== undefined; person = people.pop()) await logIn(person);
  };
  await Promise.all(Array.from({ length: wish.atOnce }, worker));
  done = true;
  // Nobody decides what the bystanders wait for: they are let go with the program.
  await Promise.race([Promise.allSettled(waiting), sleep(0)]);
  return delays;
}
