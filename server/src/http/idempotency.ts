import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#db';
import { AppError } from '#lib/app-error.ts';
import { canonicalJson } from '#lib/canonical-json.ts';
import { addSeconds, type Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { ERROR_CODES } from './error-codes.ts';
import { envelope, toAppError } from './error-response.ts';
import {
  deleteKeysBefore,
  extendLease,
  findKey,
  insertKey,
  type KeyName,
  type NewRun,
  recordAnswer,
  releaseKey,
  renewKey,
  takeOverKey,
} from './idempotency-store.ts';

const KEPT_SECONDS = 24 * 60 * 60;
/** A run that has not been heard of for so long has died, and the next call takes it over. */
const LEASE_SECONDS = 30;
const HEARTBEAT_MS = 10_000;
const KEY_FORM = /^[A-Za-z0-9_-]{8,128}$/;
const RECORDED_ERRORS = new Set([404, 409]);

export type Answer = { status: number; body: unknown };

/**
 * What a handler needs to act once: it stores what it makes under `id`. When a run died half-way the
 * handler is called again with the same `id` and finds what is there instead of making it again.
 */
export type Operation = { id: string; resumed: boolean };

type Claim =
  | { outcome: 'run'; runToken: string; operation: Operation }
  | { outcome: 'replay'; status: number; answer: string };

/** Makes `Idempotency-Key` work on the routes that wrap their handler in it. */
export class Idempotency {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #baseUrl: string;

  constructor(database: Database, clock: Clock, baseUrl: string) {
    this.#database = database;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
  }

  /** Without the header every call is an operation of its own. */
  async run(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (operation: Operation) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) {
      const { status, body } = await act({ id: uuidv7(this.#clock.now()), resumed: false });
      return reply.code(status).send(body);
    }
    if (typeof key !== 'string' || !KEY_FORM.test(key)) {
      throw new AppError(
        'validation_failed',
        '`Idempotency-Key` must be 8 to 128 characters of A-Z, a-z, 0-9, _ and -.',
      );
    }
    const name: KeyName = { projectId: request.caller.projectId, path: request.routeOptions.url ?? request.url, key };
    const claim = await this.#claim(name, secretHash(canonicalJson(request.body ?? {})));
    if (claim.outcome === 'replay')
      return sendJson(reply.header('idempotent-replayed', 'true'), claim.status, claim.answer);
    return this.#perform(reply, name, claim, act);
  }

  /** Removes keys that have served their time; answers how many. */
  forgetOld(most = 1_000): Promise<number> {
    return deleteKeysBefore(this.#database, addSeconds(this.#clock.now(), -KEPT_SECONDS), most);
  }

  async #claim(name: KeyName, fingerprint: Buffer): Promise<Claim> {
    const now = this.#clock.now();
    const run: NewRun = {
      fingerprint,
      operationId: uuidv7(now),
      runToken: randomUUID(),
      leaseUntil: addSeconds(now, LEASE_SECONDS),
      now,
    };
    const fresh: Claim = { outcome: 'run', runToken: run.runToken, operation: { id: run.operationId, resumed: false } };
    if (await insertKey(this.#database, name, run)) return fresh;

    const seen = await findKey(this.#database, name);
    // Released between the two statements: its first run left nothing behind.
    if (seen === undefined) return this.#claim(name, fingerprint);
    if (seen.createdAt <= addSeconds(now, -KEPT_SECONDS)) {
      if (await renewKey(this.#database, name, seen, run)) return fresh;
      throw inProgress();
    }
    if (!seen.fingerprint.equals(fingerprint)) {
      throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another body. Use a new key.');
    }
    if (seen.status !== null) return { outcome: 'replay', status: seen.status, answer: seen.answer ?? '' };
    if (seen.leaseUntil > now) throw inProgress();
    if (!(await takeOverKey(this.#database, name, seen, run.runToken, run.leaseUntil))) throw inProgress();
    return { outcome: 'run', runToken: run.runToken, operation: { id: seen.operationId, resumed: true } };
  }

  async #perform(
    reply: FastifyReply,
    name: KeyName,
    claim: { runToken: string; operation: Operation },
    act: (operation: Operation) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const heartbeat = setInterval(() => {
      const until = addSeconds(this.#clock.now(), LEASE_SECONDS);
      extendLease(this.#database, name, claim.runToken, until).catch(() => {});
    }, HEARTBEAT_MS);
    try {
      const { status, body } = await act(claim.operation);
      const answer = JSON.stringify(body);
      await recordAnswer(this.#database, name, claim.runToken, status, answer);
      return sendJson(reply, status, answer);
    } catch (thrown) {
      const error = toAppError(thrown);
      const { status } = ERROR_CODES[error.code];
      if (RECORDED_ERRORS.has(status)) {
        await recordAnswer(
          this.#database,
          name,
          claim.runToken,
          status,
          JSON.stringify(envelope(this.#baseUrl, error)),
        );
      } else if (status < 500) {
        await releaseKey(this.#database, name, claim.runToken);
      } else {
        // Nobody knows how far it came: the key stays taken, and the next repetition resumes it.
        await extendLease(this.#database, name, claim.runToken, this.#clock.now()).catch(() => {});
      }
      throw thrown;
    } finally {
      clearInterval(heartbeat);
    }
  }
}

function inProgress(): AppError {
  return new AppError(
    'request_in_progress',
    'The first request with this Idempotency-Key is still running. Repeat it in a second.',
    {
      retryAfter: 1,
    },
  );
}

function sendJson(reply: FastifyReply, status: number, json: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(json);
}
