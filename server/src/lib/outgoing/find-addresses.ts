import { addressRefused, dnsFailure, type Failed, fail } from './failure.ts';
import type { Judge } from './judge-addresses.ts';
import type { Resolve } from './system-lookup.ts';
import type { Target } from './target.ts';

type FoundAddresses = { ok: true; addresses: string[] } | Failed;

/** At once where there is nothing to look up. */
export type FindAddresses = (target: Target) => FoundAddresses | Promise<FoundAddresses>;

/** The addresses a target stands for at this moment, all of them judged, a literal as well as a name. */
export function createFindAddresses(resolve: Resolve, mayCall: Judge): FindAddresses {
  const judge = (target: Target, found: FoundAddresses): FoundAddresses =>
    !found.ok || mayCall(target, found.addresses) ? found : addressRefused;
  return (target) =>
    target.isLiteral
      ? judge(target, { ok: true, addresses: [target.name] })
      : lookUp(resolve, target).then((found) => judge(target, found));
}

async function lookUp(resolve: Resolve, target: Target): Promise<FoundAddresses> {
  try {
    const addresses = (await resolve(target.hostname)).map(({ address }) => address);
    if (addresses.length > 0) return { ok: true, addresses };
    return isLocalhost(target) ? loopback : fail('dns_error', 'the host name has no address');
  } catch (error) {
    return isLocalhost(target) ? loopback : dnsFailure(error);
  }
}

// RFC 6761: these names mean this machine, whether or not the name server knows it.
const isLocalhost = ({ name }: Target): boolean => name === 'localhost' || name.endsWith('.localhost');

const loopback: FoundAddresses = { ok: true, addresses: ['127.0.0.1', '::1'] };
