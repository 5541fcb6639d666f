import { networkInterfaces } from 'node:os';
import type { AllowList } from './allow-list.ts';
import { type IpAddress, isPublicAddress, parseAddress } from './public-address.ts';
import { remember } from './remember.ts';
import type { Target } from './target.ts';

/** Whether a target may be called at all of these addresses; one bad address condemns the name. */
export type Judge = (target: Target, addresses: readonly string[]) => boolean;

type KnownAddress = { address: IpAddress | undefined; isGood: boolean };

export type JudgeOptions = {
  allow: AllowList;
  /** Bellhop's own ports, refused on this machine whatever is allowed. */
  refusePorts: readonly number[];
  ownAddresses?: (() => readonly string[]) | undefined;
};

export function createJudge(options: JudgeOptions): Judge {
  const { allow, ownAddresses = interfaceAddresses } = options;
  const refusedPorts = new Set(options.refusePorts);

  const isOwnPort = (port: number, address: IpAddress): boolean =>
    refusedPorts.has(port) && (reachesThisMachine(address) || isAmong(address, ownAddresses()));

  // Only what the address alone decides is remembered; this machine's own addresses may change at any time.
  const know = remember(10_000, (text): KnownAddress => {
    const address = parseAddress(text);
    return { address, isGood: address !== undefined && (isPublicAddress(address) || allow.hasAddress(address)) };
  });

  const isGood = (target: Target, text: string): boolean => {
    const { address, isGood } = know(text);
    if (address === undefined || isOwnPort(target.port, address)) return false;
    return isGood || (!target.isLiteral && allow.hasName(target.name));
  };

  return (target, addresses) => addresses.length > 0 && addresses.every((address) => isGood(target, address));
}

/** The unspecified address too: most systems connect it to themselves. */
const reachesThisMachine = (address: IpAddress): boolean => ['loopback', 'unspecified'].includes(address.range());

const isAmong = (address: IpAddress, texts: readonly string[]): boolean => {
  const own = address.toNormalizedString();
  return texts.some((text) => parseAddress(text)?.toNormalizedString() === own);
};

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
