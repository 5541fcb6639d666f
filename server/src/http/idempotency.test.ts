import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import type { TestAnswer } from '#test/app.ts';
import { startTestApp } from '#test/app.ts';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import type { App } from '../app.ts';
import type { Operation } from './idempotency.ts';

type Behaviour = (operation: Operation) => Promise<{ status: number; body: unknown }>;

const database = await createTestDatabase();
const clock = createTestClock();
const operations: Operation[] = [];
const normal: Behaviour = async (operation) => ({ status: 200, body: { operation: operation.id } });
let behave: Behaviour = normal;

/** Stands for /v1/send: acts once per operation, and remembers each time it was asked to. */
const extend = ({ http, idempotency }: App) => {
  http.decorateRequest('caller');
  http.post(
    '/act',
    {
      preHandler: async (request) => {
        request.caller = {
          actor: 'key:k',
          role: 'admin',
          projectId: String(request.headers['x-project'] ?? PROJECT),
          active: true,
          requestsPerMinute: 300,
        };
      },
    },
    (request, reply) =>
      idempotency.run(request, reply, (operation) => {
        operations.push(operation);
        return behave(operation);
      }),
  );
};
const PROJECT = '01a1d964-6dc0-774a-8a4e-a23d73463e54';
const OTHER_PROJECT = '01a1d964-6dc0-774a-8a4e-a23d73463e55';
const app = await startTestApp({ database, clock, extend });
const another = await startTestApp({ database, clock, extend });

let keys = 0;
const newKey = () => {
  keys += 1;
  return `test-key-${keys}`;
};
const act = (
  key: string | undefined,
  body: unknown = { text: 'a' },
  via = app,
  project = PROJECT,
): Promise<TestAnswer> =>
  via.call('POST', '/act', {
    body,
    headers: { 'x-project': project, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });

/** Runs with another behaviour of the route; tests in this file run one after another. */
async function behaving<T>(behaviour: Behaviour, work: () => Promise<T>): Promise<T> {
  behave = behaviour;
  try {
    return await work();
  } finally {
    behave = normal;
  }
}

describe('the same key and body', () => {
  test('ten at once over two servers act once; every answer is the first one or 425', async () => {
    const key = newKey();
    const before = operations.length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => act(key, { text: 'a' }, index % 2 ? app : another)),
    );
    expect(operations.length - before).toBe(1);
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(bodies.size).toBe(1);
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(425);
      expect(json).toMatchObject({ code: 'request_in_progress', retryable: true });
      expect(headers.get('retry-after')).toBe('1');
    }
  });

  test('later: the recorded answer, marked as such, and no side effect', async () => {
    const key = newKey();
    const first = await act(key, { text: 'a', nested: { b: 1, c: [1, 2] } });
    const before = operations.length;
    const second = await act(key, { nested: { c: [1, 2], b: 1 }, text: 'a' }, another);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(operations.length).toBe(before);
  });

  test('after 24 hours: a new operation', async () => {
    const key = newKey();
    const first = await act(key);
    clock.advance(24 * 60 * 60 - 1);
    expect((await act(key)).text).toBe(first.text);
    clock.advance(1);
    const renewed = await Promise.all([act(key), act(key), act(key, { text: 'a' }, another)]);
    const fresh = new Set(renewed.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(fresh.size).toBe(1);
    expect(fresh.has(first.text)).toBe(false);
  });
});

test('the same key with another body is 409, also while the first still runs', async () => {
  const key = newKey();
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await behaving(
    async (operation) => {
      await running;
      return normal(operation);
    },
    async () => {
      const started = operations.length;
      const first = act(key);
      await expect.poll(() => operations.length).toBe(started + 1);
      expect((await act(key, { text: 'b' })).json.code).toBe('idempotency_conflict');
      expect((await act(key)).status).toBe(425);
      finish();
      expect((await first).status).toBe(200);
    },
  );
  expect((await act(key, { text: 'b' })).status).toBe(409);
});

test("projects do not see each other's keys", async () => {
  const key = newKey();
  const [mine, theirs] = [await act(key), await act(key, { text: 'other' }, app, OTHER_PROJECT)];
  expect(theirs.status).toBe(200);
  expect(theirs.text).not.toBe(mine.text);
});

test('without a key every call acts', async () => {
  const [one, two] = [await act(undefined), await act(undefined)];
  expect(one.text).not.toBe(two.text);
});

test.each(['short', 'x'.repeat(129), 'with space', 'ключ-ключ', 'a.b.c.d.e'])(
  'a key of a wrong form is 400: %s',
  async (key) => {
    const answer = await act(encodeURI(key) === key || key.includes(' ') ? key : Buffer.from(key).toString('latin1'));
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('validation_failed');
  },
);

describe('what is recorded', () => {
  test.each(['not_found', 'conflict'] as const)('%s is replayed', async (code) => {
    const key = newKey();
    await behaving(
      async () => {
        throw new AppError(code, 'As it was the first time.');
      },
      () => act(key),
    );
    const before = operations.length;
    const again = await act(key);
    expect(again.json).toMatchObject({ code, error: 'As it was the first time.' });
    expect(operations.length).toBe(before);
  });

  test.each(['validation_failed', 'billing_blocked', 'forbidden', 'rate_limit_project'] as const)(
    '%s frees the key, for another body too',
    async (code) => {
      const key = newKey();
      await behaving(
        async () => {
          throw new AppError(code, 'Not now, not so.');
        },
        () => act(key),
      );
      expect((await act(key, { text: 'corrected' })).status).toBe(200);
    },
  );

  test('an internal error is not replayed: the next call resumes the same operation', async () => {
    const key = newKey();
    await behaving(
      async () => {
        throw new Error('half done');
      },
      async () => expect((await act(key)).status).toBe(500),
    );
    const failed = operations.at(-1);
    expect((await act(key)).status).toBe(200);
    expect(operations.at(-1)).toEqual({ id: failed?.id, resumed: true });
  });
});

test('a run whose process died is taken over after 30 seconds by one caller, as the same operation', async () => {
  const key = newKey();
  let letGo = () => {};
  const dead = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await behaving(
    async (operation) => {
      if (!operation.resumed) await dead;
      return normal(operation);
    },
    async () => {
      const started = operations.length;
      const first = act(key);
      await expect.poll(() => operations.length).toBe(started + 1);
      const original = operations.at(-1);
      clock.advance(29);
      expect((await act(key, { text: 'a' }, another)).status).toBe(425);
      clock.advance(1);
      const answers = await Promise.all([1, 2, 3, 4].map(() => act(key, { text: 'a' }, another)));
      const resumed = operations.slice(started + 1);
      expect(resumed).toEqual([{ id: original?.id, resumed: true }]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      letGo();
      await first;
    },
  );
  // The late finisher changes nothing: its run is no longer the key's.
  expect((await act(key)).json.operation).toBe(operations.findLast(({ resumed }) => resumed)?.id);
});

test('keys that have served their 24 hours are removed in batches', async () => {
  for (let index = 0; index < 5; index += 1) await act(newKey());
  clock.advance(24 * 60 * 60 + 1);
  const kept = newKey();
  await act(kept);
  expect(await app.idempotency.forgetOld(3)).toBe(3);
  while ((await app.idempotency.forgetOld(3)) > 0);
  const { rows } = await database.pool.query('select key from idempotency_key');
  expect(rows).toEqual([{ key: kept }]);
});
