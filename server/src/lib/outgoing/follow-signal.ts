type Follower = { giveUp(): void };

const followers = new WeakMap<AbortSignal, Set<Follower>>();

/**
 * Any number of followers behind one listener: on the signal itself every new listener is compared with all that are
 * there, which adds up with a thousand requests in flight.
 */
export function followSignal(signal: AbortSignal, follower: Follower): void {
  let all = followers.get(signal);
  if (all === undefined) {
    const fresh = new Set<Follower>();
    all = fresh;
    followers.set(signal, fresh);
    signal.addEventListener('abort', () => {
      for (const each of fresh) each.giveUp();
    });
  }
  all.add(follower);
}

export function unfollowSignal(signal: AbortSignal, follower: Follower): void {
  followers.get(signal)?.delete(follower);
}
