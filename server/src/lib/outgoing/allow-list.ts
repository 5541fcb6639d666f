import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { type IpAddress, parseAddress } from './public-address.ts';

/** What may be reached although it is not public. */
export type AllowList = {
  hasName(name: string): boolean;
  hasAddress(address: IpAddress): boolean;
};

type Entry =
  | { kind: 'name'; name: string }
  /** `*.internal.example` covers every name below `internal.example` but not that name itself. */
  | { kind: 'suffix'; suffix: string }
  | { kind: 'range'; range: [IpAddress, number] };

/** Throws on an entry that `isAllowEntry` refuses. */
export function createAllowList(entries: readonly string[]): AllowList {
  const parsed = entries.map((text) => {
    const entry = parseEntry(text);
    if (entry === undefined) throw new Error(`"${text}" is not a host, an address or a CIDR range.`);
    return entry;
  });
  const names = new Set(parsed.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])));
  const suffixes = parsed.flatMap((entry) => (entry.kind === 'suffix' ? [entry.suffix] : []));
  const ranges = parsed.flatMap((entry) => (entry.kind === 'range' ? [entry.range] : []));
  return {
    hasName: (name) => names.has(name) || suffixes.some((suffix) => name.endsWith(suffix)),
    hasAddress: (address) => ranges.some(([base, bits]) => isWithin(address, base, bits)),
  };
}

export const isAllowEntry = (text: string): boolean => parseEntry(text) !== undefined;

function parseEntry(text: string): Entry | undefined {
  if (text.includes('/')) return parseRange(text);
  if (text.startsWith('*.')) {
    const host = parseHost(text.slice(2));
    return host === undefined || isIP(host) !== 0 ? undefined : { kind: 'suffix', suffix: `.${host}` };
  }
  const host = parseHost(text);
  if (host === undefined) return undefined;
  const address = parseAddress(host);
  if (address === undefined) return { kind: 'name', name: host };
  return { kind: 'range', range: [address, address.kind() === 'ipv4' ? 32 : 128] };
}

function parseRange(text: string): Entry | undefined {
  const [base = '', bits = '', ...rest] = text.split('/');
  // `10/8` would be read as 0.0.0.10/8.
  if (isIP(base) === 0 || base.includes('%') || !/^\d{1,3}$/.test(bits) || rest.length > 0) return undefined;
  const length = Number(bits);
  const address = ipaddr.parse(base);
  if (length > (address.kind() === 'ipv4' ? 32 : 128)) return undefined;
  const isMapped = address.kind() === 'ipv6' && (address as IPv6).isIPv4MappedAddress() && length >= 96;
  return { kind: 'range', range: isMapped ? [ipaddr.process(base), length - 96] : [address, length] };
}

/** As the URL parser would write it, so that an entry matches every spelling of the same host. */
function parseHost(text: string): string | undefined {
  if (!/^[\p{L}\p{N}_.:[\]-]+$/u.test(text)) return undefined;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  // A port would be lost, or read as a part of the name.
  if (bare.includes(':') && isIP(bare) !== 6) return undefined;
  const url = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : text}`);
  if (url === null) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return host.split('.').includes('') ? undefined : host;
}

function isWithin(address: IpAddress, base: IpAddress, bits: number): boolean {
  if (address.kind() !== base.kind()) return false;
  return address.kind() === 'ipv4'
    ? (address as IPv4).match(base as IPv4, bits)
    : (address as IPv6).match(base as IPv6, bits);
}
