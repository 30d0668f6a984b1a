import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is on the public internet (docs/decisions.md W4): not of this machine, private networks, documentation, multicast
 * or a tunnel that may lead there. Addresses that embed an IPv4 address (mapped, NAT64) are checked by that; invalid ones are not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicV4(parsed);
  if (!(parsed instanceof ipaddr.IPv6)) return false;
  if (parsed.isIPv4MappedAddress()) return isPublicV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  // Public addresses are assigned only in 2000::/3; the library reports 6to4, Teredo and the like inside it as other ranges.
  return parsed.match(GLOBAL) && parsed.range() === 'unicast';
}

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
const isPublicV4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast';
