import { randomBase62 } from '#lib/ids.ts';
import { sameSecret } from '#lib/secret-hash.ts';
import { ownPath } from '../own-path.ts';

/** What binds a sign-in to the browser that started it, and where that browser wanted to go. */
export type SignInState = { state: string; next: string };

/** In seconds: longer than a login and its code together. */
export const STATE_SECONDS = 1200;

export function makeState(next: string, before: SignInState | undefined): SignInState {
  // A reload goes on with the login that waits on the hosted page.
  return { state: before?.state ?? randomBase62(32), next };
}

export function writeState({ state, next }: SignInState): string {
  return `${state}.${Buffer.from(next).toString('base64url')}`;
}

export function readState(cookie: string | undefined, baseUrl: string): SignInState | undefined {
  const match = /^([0-9A-Za-z]{32})\.([\w-]*)$/.exec(cookie ?? '');
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { state: match[1], next: ownPath(Buffer.from(match[2], 'base64url').toString(), baseUrl) };
}

export function isStateOf(found: SignInState | undefined, given: string | undefined): found is SignInState {
  return found !== undefined && given !== undefined && sameSecret(given, found.state);
}
