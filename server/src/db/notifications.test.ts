import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { Notifications } from './notifications.ts';

const open = await createTestDatabase();
const errors: Error[] = [];
const notifications = new Notifications(open.pool, (error) => errors.push(error));
afterAll(async () => {
  await notifications.close();
  await open.close();
});

/** Collects what a channel is told; `undefined` comes first, once listening has begun. */
function listen(channel: string) {
  const heard: (string | undefined)[] = [];
  let tell = () => {};
  const stop = notifications.listen(channel, (payload) => {
    heard.push(payload);
    tell();
  });
  return {
    stop,
    async until(count: number) {
      while (heard.length < count) await new Promise<void>((resolve) => (tell = resolve));
      return heard;
    },
  };
}

test('each channel hears what is meant for it, over one connection', async () => {
  const [a, b] = [listen('first'), listen('Second "channel"')];
  await Promise.all([a.until(1), b.until(1)]);
  await notifications.notify('first', 'one');
  await notifications.notify('Second "channel"', 'two');
  expect((await a.until(2)).at(-1)).toBe('one');
  expect((await b.until(2)).at(-1)).toBe('two');
  const { rows } = await open.pool.query(
    "select count(*)::int as n from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  expect(rows[0].n).toBe(1);
  a.stop();
  b.stop();
});

test('after a lost connection listening goes on, and the gap is told', async () => {
  const channel = listen('lost');
  await channel.until(1);
  await open.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where query ilike \'listen "lost"\'');
  const heard = await channel.until(2);
  expect(heard[1]).toBeUndefined();
  expect(errors.length).toBeGreaterThan(0);
  await notifications.notify('lost', 'again');
  expect((await channel.until(3))[2]).toBe('again');
  channel.stop();
});

test('who has stopped listening hears nothing more', async () => {
  const [stopped, other] = [listen('both'), listen('both')];
  await Promise.all([stopped.until(1), other.until(1)]);
  stopped.stop();
  await notifications.notify('both', 'late');
  await other.until(2);
  expect(await stopped.until(1)).not.toContain('late');
  other.stop();
});
