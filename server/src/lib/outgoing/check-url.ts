import type { FindAddresses } from './find-addresses.ts';
import { parseTarget } from './target.ts';

const longestGiven = 2048;

export type UrlCheck = { ok: true } | { ok: false; problem: string };

/** For the moment an address is given. A name that does not resolve in time passes: every request judges again. */
export async function checkUrl(url: string, findAddresses: FindAddresses, lookupMs: number): Promise<UrlCheck> {
  if (url.length > longestGiven) return { ok: false, problem: `the URL is longer than ${longestGiven} characters` };
  const parsed = parseTarget(url);
  if (!parsed.ok) return parsed;
  const { promise: outOfTime, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, lookupMs, undefined);
  try {
    const found = await Promise.race([findAddresses(parsed.target), outOfTime]);
    if (found === undefined || found.ok || found.failure.error !== 'address_refused') return { ok: true };
    return { ok: false, problem: found.failure.detail };
  } finally {
    clearTimeout(timer);
  }
}
