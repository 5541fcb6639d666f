import { isUniqueViolation, type Transaction, transact } from '#db';
import { uuidv7 } from '#lib/ids.ts';
import type { Account, SignedInPerson } from './account.ts';
import {
  deleteAccount,
  findAccountOf,
  findFirstOperator,
  insertAccount,
  insertIdentity,
  lockFirstOperator,
} from './account-store.ts';
import type { AccountsOptions } from './accounts-options.ts';
import type { Whereabouts } from './browser-session.ts';
import { endSession } from './browser-session-store.ts';
import type { Visitor } from './browser-sessions.ts';
import { stateOf, tokenHash } from './one-time-link.ts';
import { consumeLink, findLink } from './one-time-link-store.ts';
import { type DeadLink, LinkGone, type Redeemed, redeemLink } from './redeem-link.ts';

/** The browser that signs in, and who it was until now: that session ends. */
export type SigningIn = { where: Whereabouts; before: Visitor | undefined };

export type SignedIn = { outcome: 'signed_in'; cookie: string };
export type NotSignedIn = { outcome: 'refused'; reason: DeadLink | 'stranger' | 'second_free_project' };

type Deps = Pick<AccountsOptions, 'database' | 'clock' | 'sessions'>;

/** Somebody who confirmed in the messenger. An account comes into being through a one-time link, and in no other way. */
export async function signIn(
  deps: Deps,
  person: SignedInPerson,
  link: string | undefined,
  browser: SigningIn,
): Promise<SignedIn | NotSignedIn> {
  const now = deps.clock.now();
  try {
    return await transact(deps.database, async (tx) => {
      const known = await findAccountOf(tx, person);
      const redeemed: Redeemed | undefined =
        link === undefined
          ? undefined
          : await redeemLink(tx, now, link, known, async () => known ?? (await createAccount(tx, person, now)));
      const account = redeemed === undefined || redeemed.outcome === 'refused' ? known : redeemed.account;
      if (account !== undefined) return begin(tx, deps, account, browser);
      return { outcome: 'refused', reason: redeemed?.outcome === 'refused' ? redeemed.reason : 'stranger' };
    });
  } catch (error) {
    if (error instanceof LinkGone) return { outcome: 'refused', reason: 'used' };
    if (isUniqueViolation(error, 'project_one_free_per_owner'))
      return { outcome: 'refused', reason: 'second_free_project' };
    throw error;
  }
}

/** Without a messenger, by a link that only the holder of the ADMIN_TOKEN can make. */
export async function signInOperator(
  deps: Deps,
  token: string,
  browser: SigningIn,
): Promise<SignedIn | { outcome: 'refused'; reason: DeadLink }> {
  const now = deps.clock.now();
  return transact(deps.database, async (tx) => {
    const hash = tokenHash(token);
    const link = hash && (await findLink(tx, hash));
    if (link?.purpose !== 'operator') return { outcome: 'refused', reason: 'unknown' };
    const state = stateOf(link, now);
    if (state !== 'open') return { outcome: 'refused', reason: state };
    await lockFirstOperator(tx);
    let operator = await findFirstOperator(tx);
    if (operator === undefined) {
      operator = { id: uuidv7(now), name: 'Operator', isOperator: true };
      await insertAccount(tx, operator, now);
    }
    // Under the lock: whoever was quicker has made the operator that is found above.
    if (!(await consumeLink(tx, link.id, operator.id, now))) return { outcome: 'refused', reason: 'used' };
    return begin(tx, deps, operator, browser);
  });
}

async function begin(tx: Transaction, { sessions }: Deps, account: Account, browser: SigningIn): Promise<SignedIn> {
  const { before, where } = browser;
  if (before !== undefined) await endSession(tx, before.account.id, before.sessionId);
  return { outcome: 'signed_in', cookie: await sessions.start(tx, account.id, where) };
}

async function createAccount(tx: Transaction, person: SignedInPerson, now: Date): Promise<Account> {
  const account = { id: uuidv7(now), name: person.firstName, isOperator: false };
  await insertAccount(tx, account, now);
  if (await insertIdentity(tx, account.id, person, now)) return account;
  // The same person signed in elsewhere at this very moment.
  await deleteAccount(tx, account.id);
  const other = await findAccountOf(tx, person);
  if (other === undefined) throw new Error('An identity that is there has no account.');
  return other;
}
