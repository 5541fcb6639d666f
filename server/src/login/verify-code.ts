import { AppError } from '#lib/app-error.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { recordAudit } from '#projects';
import { findSubscriber, type Subscriber } from '#subscribers';
import type { LoginOptions } from './login-options.ts';
import { consumeCode, findCode } from './session-store.ts';

/** The person behind a code, once. A code that comes again is refused and noted in the project's audit trail. */
export async function verifyCode(
  { database, clock }: Pick<LoginOptions, 'database' | 'clock'>,
  caller: { projectId: string; actor: string },
  code: string,
): Promise<Subscriber> {
  const now = clock.now();
  const hash = secretHash(code);
  const verified = await consumeCode(database, caller.projectId, hash, now);
  if (verified !== undefined) {
    const subscriber = await findSubscriber(database, verified.subscriberId);
    if (subscriber !== undefined) return subscriber;
    throw invalidCode();
  }
  const found = await findCode(database, caller.projectId, hash);
  if (found === undefined) throw invalidCode();
  if (found.usedAt === null)
    throw new AppError('code_expired', 'This code is older than 300 seconds. Start a new login.');
  await recordAudit(database, {
    projectId: caller.projectId,
    actor: caller.actor,
    action: 'login.code_reused',
    detail: { login: found.sessionId },
    at: now,
  });
  throw new AppError('code_already_used', 'This code was verified before. A code works once.');
}

function invalidCode(): AppError {
  return new AppError('invalid_code', 'No login of this project has this code.');
}
