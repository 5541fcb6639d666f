import type { Logger } from 'pino';
import type { Attempted } from '#lanes';
import type { Clock } from '#lib/clock.ts';
import type { Channel, Messenger, OutgoingMessage, Result } from '#messengers';
import type { SendJob } from './claim-store.ts';
import type { Composed, ContentTypes } from './content.ts';
import { botPausedUntil, type Outcome, outcomeOfFailure, retry } from './outcome.ts';

export type Messengers = ReadonlyMap<Channel, Messenger>;
export type SendDependencies = { messengers: Messengers; contents: ContentTypes; clock: Clock; log: Logger };

/** One attempt at one message. What becomes of it is the answer; only the platform is told anything. */
export async function sendMessage(job: SendJob, dependencies: SendDependencies): Promise<Attempted<Outcome>> {
  const { messengers, clock } = dependencies;
  const attempt = { kind: job.kind, n: job.n, now: clock.now() };
  if (job.deadline !== null && job.deadline <= attempt.now) return skip('deadline_passed');
  if (job.kind === 'edit' && job.target === null) return skip('original_not_sent');
  const messenger = messengers.get(job.channel);
  if (messenger === undefined) return { outcome: retry(attempt, 'platform_unavailable', 'This channel has no bot.') };

  const composing = composeMessage(job, dependencies);
  const message = composing instanceof Promise ? await composing : composing;
  if (message === undefined) return { outcome: retry(attempt, 'unknown', 'The message could not be composed.') };
  if ('skip' in message) return skip(message.skip);
  if ('retry' in message) return { outcome: retry(attempt, message.retry, message.error) };
  if ('fail' in message) return { outcome: { state: 'failed', reason: message.fail, error: message.error } };

  const result = await callPlatform(messenger, job, message);
  if (result.ok) return { outcome: { state: 'sent', platformMessageId: result.value.messageId } };
  const { failure } = result;
  const pauseLaneUntil = botPausedUntil(failure, clock.now());
  return {
    outcome: outcomeOfFailure(failure, { ...attempt, now: clock.now() }),
    timedOut: failure.kind === 'unreachable',
    ...(pauseLaneUntil && { pauseLaneUntil }),
  };
}

/** An adapter that throws has broken its word; whether the platform was reached is then unknown. */
export function outcomeOfThrown(job: SendJob, clock: Clock): Outcome {
  const error = 'Sending ended in an unexpected error.';
  if (job.kind === 'edit') return retry({ kind: job.kind, n: job.n, now: clock.now() }, 'unknown', error);
  return { state: 'failed', reason: 'unknown', error };
}

function skip(reason: string): Attempted<Outcome> {
  return { outcome: { state: 'skipped', reason } };
}

type MaybeComposed = Composed | undefined;

/** Undefined where that failed. */
function composeMessage(job: SendJob, { contents, log }: SendDependencies): MaybeComposed | Promise<MaybeComposed> {
  const { id: messageId, channel, recipient, projectId, subscriberId, jobId } = job;
  const cannot = (error: unknown) => {
    // The error's own text may quote the content, which belongs in no log.
    const at = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : undefined;
    log.warn({ messageId, type: job.content.type, at }, 'a message could not be composed');
    return undefined;
  };
  try {
    const composed = contents.compose(job.content, { messageId, channel, recipient, projectId, subscriberId, jobId });
    return composed instanceof Promise ? composed.catch(cannot) : composed;
  } catch (error) {
    return cannot(error);
  }
}

function callPlatform(messenger: Messenger, job: SendJob, message: OutgoingMessage): Promise<Result<Sent>> {
  return job.kind === 'edit' && job.target !== null
    ? editMessage(messenger, job.recipient, job.target, message)
    : messenger.send(job.recipient, message);
}

type Sent = { messageId: string };

async function editMessage(
  messenger: Messenger,
  recipient: string,
  messageId: string,
  message: OutgoingMessage,
): Promise<Result<Sent>> {
  const edited = await messenger.edit(recipient, messageId, message);
  return edited.ok ? { ok: true, value: { messageId } } : edited;
}
