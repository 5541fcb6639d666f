import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#lib/clock.ts';
import type { BotTimings } from './bot-timings.ts';
import { pause } from './pause.ts';

export type LeaseStore = {
  take(lease: { token: string; now: Date; until: Date }): Promise<{ taken: boolean; heldUntil: Date | null }>;
  renew(token: string, until: Date): Promise<boolean>;
  release(token: string): Promise<void>;
};

/** `signal` comes when the lease is lost or the process stops; what is under way must then end soon. */
export type Held = { token: string; signal: AbortSignal };

export type LeaseOptions = {
  store: LeaseStore;
  clock: Clock;
  log: Logger;
  timings: Pick<BotTimings, 'leaseMs' | 'renewEveryMs' | 'tryEveryMs' | 'databaseAwayMs'>;
  stop: AbortSignal;
  /** One process at a time; called again each time the lease is gained. */
  work: (held: Held) => Promise<void>;
};

/**
 * Runs the work in one of all processes. The holder gives up by its own clock when it cannot renew in
 * time; a holder that is merely slow is fenced off by its token, which all its writes carry.
 */
export async function holdLease(options: LeaseOptions): Promise<void> {
  const { store, clock, log, timings, stop, work } = options;
  let troubled = false;
  while (!stop.aborted) {
    const token = randomUUID();
    const now = clock.now();
    const until = new Date(now.getTime() + timings.leaseMs);
    const began = performance.now();
    try {
      const { taken, heldUntil } = await store.take({ token, now, until });
      if (!taken) {
        await pause(waitFor(heldUntil, clock, timings.tryEveryMs), stop);
        continue;
      }
      await workUnderLease(options, token, until, work);
      troubled = false;
    } catch (err) {
      // Told once per trouble, not at every try.
      if (!troubled || performance.now() - began > timings.leaseMs)
        log.warn({ err }, 'receiving updates was interrupted; it goes on as soon as possible');
      troubled = true;
      await pause(timings.databaseAwayMs, stop);
    }
  }
}

function waitFor(heldUntil: Date | null, clock: Clock, tryEveryMs: number): number {
  const left = heldUntil === null ? tryEveryMs : heldUntil.getTime() - clock.now().getTime() + 20;
  return Math.min(Math.max(left, 20), tryEveryMs);
}

async function workUnderLease(
  options: LeaseOptions,
  token: string,
  until: Date,
  work: LeaseOptions['work'],
): Promise<void> {
  const lost = new AbortController();
  const ended = new AbortController();
  const renewing = renewUntilEnded(options, { token, until, lost, ended: ended.signal });
  try {
    await work({ token, signal: AbortSignal.any([options.stop, lost.signal]) });
  } finally {
    ended.abort();
    await renewing;
    // Where this fails the lease runs out by itself.
    await options.store.release(token).catch(() => {});
  }
}

async function renewUntilEnded(
  { store, clock, log, timings }: LeaseOptions,
  lease: { token: string; until: Date; lost: AbortController; ended: AbortSignal },
): Promise<void> {
  let { until } = lease;
  for (;;) {
    await pause(timings.renewEveryMs, lease.ended);
    if (lease.ended.aborted) return;
    const now = clock.now().getTime();
    const next = new Date(now + timings.leaseMs);
    const unanswered = pause(Math.max(until.getTime() - now, 0), lease.ended).then(() => undefined);
    const renewed = await Promise.race([store.renew(lease.token, next).catch(() => undefined), unanswered]);
    if (lease.ended.aborted) return;
    if (renewed === true) until = next;
    else if (renewed === false || clock.now() >= until) {
      log.warn('another process may receive updates now: the lease was not renewed in time');
      return lease.lost.abort();
    }
  }
}
