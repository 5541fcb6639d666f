import { type Place, Roster } from '../roster.ts';

type Follower = { giveUp(): void };

const followers = new WeakMap<AbortSignal, Roster<Follower>>();

/**
 * Any number of followers behind one listener: on the signal itself every new listener is compared with all that are
 * there, which adds up with a thousand requests in flight.
 */
export function followersOf(signal: AbortSignal): Roster<Follower> {
  const known = followers.get(signal);
  if (known !== undefined) return known;
  const all = new Roster<Follower>();
  followers.set(signal, all);
  signal.addEventListener('abort', () => {
    for (const each of all.items()) each.giveUp();
  });
  return all;
}

export type Following = Place<Follower>;
