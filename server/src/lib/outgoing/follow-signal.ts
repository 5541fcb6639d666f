import { type Place, Roster } from '../roster.ts';

type Follower = { giveUp(): void };
export type Followers = Roster<Follower>;
export type Following = Place<Follower>;

const followers = new WeakMap<AbortSignal, Followers>();

/**
 * Any number of followers behind one listener: on the signal itself every new listener is compared with all that are
 * there, which adds up with a thousand requests in flight.
 */
export function followersOf(signal: AbortSignal): Followers {
  const known = followers.get(signal);
  if (known !== undefined) return known;
  const all: Followers = new Roster();
  followers.set(signal, all);
  signal.addEventListener('abort', () => {
    for (const each of all.items()) each.giveUp();
  });
  return all;
}
