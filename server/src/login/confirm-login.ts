import { chargeLogin } from '#billing';
import { afterCommit, type Transaction } from '#db';
import { addSeconds } from '#lib/clock.ts';
import { randomBase62 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { timestamp } from '#lib/timestamp.ts';
import type { Channel, Lang, Person } from '#messengers';
import type { Project } from '#projects';
import { subscribe, subscriberJson } from '#subscribers';
import { type LoginOptions, SESSION_CHANNEL } from './login-options.ts';
import { CODE_SECONDS, type LoginSession } from './session.ts';
import { decideSession, declineSession, storeCode } from './session-store.ts';

export type FromPerson = { channel: Channel; person: Person; lang: Lang };

export type Confirmation =
  | { outcome: 'confirmed'; session: LoginSession }
  | { outcome: 'cap_reached' }
  | { outcome: 'too_late' };

/**
 * Yes. In the caller's transaction, all of it or none: the session is decided by one guarded update, which is what makes
 * a second tap change nothing; one credit; the subscription; the one-time code; `auth.completed`.
 */
export async function confirmLogin(
  tx: Transaction,
  options: LoginOptions,
  project: Project,
  id: string,
  { channel, person, lang }: FromPerson,
): Promise<Confirmation> {
  const { clock, events, seal } = options;
  const now = clock.now();
  const session = await decideSession(tx, id, { status: 'confirmed', channel, personId: person.id, now });
  if (session === undefined) return { outcome: 'too_late' };
  wakePollers(tx, options, id);
  if ((await chargeLogin(tx, clock, project)) === 'cap_reached') {
    await declineSession(tx, id);
    return { outcome: 'cap_reached' };
  }
  const subscriber = await subscribe(tx, options, { projectId: project.id, channel, person, lang });
  const code = randomBase62(32);
  await storeCode(tx, id, {
    hash: secretHash(code),
    sealed: seal.seal(code, id),
    expiresAt: addSeconds(now, CODE_SECONDS),
    subscriberId: subscriber.id,
    confirmedAt: now,
  });
  if (session.kind !== 'static') {
    const data = { ...subscriberJson(subscriber), state: session.state, auth_time: timestamp(now) };
    await events.emit(tx, { projectId: project.id, name: 'auth.completed', data, at: now });
  }
  return { outcome: 'confirmed', session };
}

/** After the commit, as a hint: a poller that misses it finds out by itself. */
export function wakePollers(tx: Transaction, { notifications }: Pick<LoginOptions, 'notifications'>, id: string): void {
  afterCommit(tx, () => {
    notifications.notify(SESSION_CHANNEL, id).catch(() => {});
  });
}
