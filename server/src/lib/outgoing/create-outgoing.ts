import { Roster } from '../roster.ts';
import { createAllowList } from './allow-list.ts';
import { checkUrl, type UrlCheck } from './check-url.ts';
import { Deadline } from './deadline.ts';
import { createFindAddresses } from './find-addresses.ts';
import { createHostSlots } from './host-slots.ts';
import { createJudge } from './judge-addresses.ts';
import { createKeptConnections } from './kept-connections.ts';
import { type Outcome, type OutgoingRequest, sendRequest } from './send-request.ts';
import { createSystemLookup, type Resolve } from './system-lookup.ts';

export type Outgoing = {
  /** For the moment a URL is given. Every request judges again. */
  checkUrl(url: string): Promise<UrlCheck>;
  /** Rejects only on a mistake of the caller, such as an invalid header. */
  request(request: OutgoingRequest): Promise<Outcome>;
  /** Requests that wait for a connection because their host has as many as it may. */
  readonly waiting: number;
  /** Gives up what still runs. */
  close(): Promise<void>;
};

export type OutgoingOptions = {
  /** Hosts (`internal.example`, `*.internal.example`), addresses and CIDR ranges that may be reached although private. */
  allow: readonly string[];
  /** Bellhop's own ports, refused on this machine's addresses even where these are allowed. */
  refusePorts: readonly number[];
  userAgent: string;
  /** Asked on every request; the system's resolution unless given. */
  resolve?: Resolve;
  /** This machine's addresses; those of its network interfaces unless given. */
  ownAddresses?: () => readonly string[];
  /** Requests to one origin at once; the others wait, within their time. */
  connectionsPerHost?: number;
  /** Of which so many that have not been waiting for their answer for long. */
  briskPerHost?: number;
  /** Idle connections in all. */
  mostKept?: number;
  /** Certificates to trust in place of those that Node.js trusts. */
  authorities?: readonly string[];
  /** How long `checkUrl` waits for a name. */
  checkLookupMs?: number;
};

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { allow, refusePorts, userAgent, ownAddresses, resolve = createSystemLookup() } = options;
  const { connectionsPerHost = 128, briskPerHost = 128, mostKept = 256, checkLookupMs = 2_000 } = options;
  const judge = createJudge({ allow: createAllowList(allow), refusePorts, ownAddresses });
  const findAddresses = createFindAddresses(resolve, judge);
  const kept = createKeptConnections(mostKept);
  const slots = createHostSlots({ most: connectionsPerHost, mostYoung: briskPerHost });
  const means = { findAddresses, kept, slots, userAgent, authorities: options.authorities };
  const running = new Roster<Deadline>();
  let tellAllEnded: (() => void) | undefined;
  let closed: Promise<void> | undefined;

  const endAll = async () => {
    for (const deadline of running.items()) deadline.giveUp();
    await new Promise<void>((tell) => {
      tellAllEnded = tell;
      if (running.size === 0) tell();
    });
    kept.close();
  };

  return {
    checkUrl: (url) => checkUrl(url, findAddresses, checkLookupMs),
    async request(asked) {
      const startedAt = performance.now();
      const deadline = new Deadline(asked.timeoutMs, asked.signal);
      const place = running.enter(deadline);
      try {
        if (closed !== undefined) deadline.giveUp();
        const sent = await sendRequest(means, asked, deadline);
        const durationMs = Math.round(performance.now() - startedAt);
        if (!sent.ok) return { outcome: 'failed', ...sent.failure, durationMs, hasLeft: deadline.hasLeft };
        const { status, headers, body, truncated } = sent.answer;
        return { outcome: 'answered', status, headers, body, truncated, durationMs };
      } finally {
        deadline.clear();
        running.leave(place);
        if (running.size === 0) tellAllEnded?.();
      }
    },
    get waiting() {
      return slots.waiting;
    },
    close() {
      closed ??= endAll();
      return closed;
    },
  };
}
