import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public internet (decision W4): not of this machine, its networks, documentation, multicast or a
 * tunnel that may lead there. What embeds an IPv4 address (mapped, NAT64) is judged by that; what cannot be read is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicV4(parsed);
  if (!(parsed instanceof ipaddr.IPv6)) return false;
  if (parsed.isIPv4MappedAddress()) return isPublicV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  // Outside 2000::/3 nothing is assigned to the public; 6to4, Teredo and the like lie inside, under names of their own.
  return parsed.match(GLOBAL) && parsed.range() === 'unicast';
}

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
// The library counts these among the ordinary ones, or did in earlier versions.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
].concat(['198.18.0.0/15']);
const SPECIAL = SPECIAL_V4.map((range) => ipaddr.IPv4.parseCIDR(range));

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !SPECIAL.some((range) => address.match(range));
