import type { Failure, Reason } from './messenger.ts';

type Failed = { ok: false; failure: Failure };

export const failed = (failure: Failure): Failed => ({ ok: false, failure });

export const saidNo = (reason: Reason, detail: string): Failed => failed({ kind: 'said_no', reason, detail });

export const unreachable = (maybeDone: boolean, detail: string): Failed =>
  failed({ kind: 'unreachable', maybeDone, detail });

/** For a step before the one that counts: whatever became of it, the person has seen nothing. */
export const nothingDone = (failure: Failure): Failed =>
  failed(failure.kind === 'unreachable' ? { ...failure, maybeDone: false } : failure);
