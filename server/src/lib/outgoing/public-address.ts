import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type IpAddress = IPv4 | IPv6;

/** Strict: octal and short forms are for the URL parser to normalise. IPv4 inside `::ffff:0:0/96` becomes IPv4. */
export function parseAddress(text: string): IpAddress | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/, ''));
}

// The hosts of one large cloud answer their guests here, in the midst of public addresses.
const cloudHost = ipaddr.IPv4.parse('168.63.129.16');
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16');

/** Whether this is a unicast address of the public internet, also after whatever a gateway unwraps from it. */
export function isPublicAddress(address: IpAddress): boolean {
  return address.kind() === 'ipv4' ? isPublicIpv4(address as IPv4) : isPublicIpv6(address as IPv6);
}

const isPublicIpv4 = (address: IPv4): boolean => address.range() === 'unicast' && !address.match(cloudHost, 32);

function isPublicIpv6(address: IPv6): boolean {
  if (address.match(nat64)) return isPublicIpv4(innerIpv4(address, 12));
  if (address.match(sixToFour)) return isPublicIpv4(innerIpv4(address, 2)) && !isIsatap(address);
  // ipaddr.js calls unicast whatever it has no name for, most of ::/8 included; only 2000::/3 has been given out.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address);
}

const innerIpv4 = (address: IPv6, at: number): IPv4 => new ipaddr.IPv4(address.toByteArray().slice(at, at + 4));

/** `…:0:5efe:a.b.c.d` and `…:200:5efe:a.b.c.d` under any prefix: a tunnel to that IPv4 address (RFC 5214). */
const isIsatap = ({ parts }: IPv6): boolean => ((parts[4] ?? 0) & ~0x200) === 0 && parts[5] === 0x5efe;
