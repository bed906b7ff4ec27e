import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of the internet itself; those outside were never assigned, whatever they embed. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if an address is public: no machine of ours, no private network, no metadata service, no form that
 * embeds another address. `ip` is written as sockets and the DNS write it, without brackets; anything else is
 * not public.
 */
export function isPublicAddress(ip: string): boolean {
  // Stricter than the parsers below, which read '0x7f.1' too.
  const family = isIP(ip);
  if (family === 4) return ipaddr.IPv4.parse(ip).range() === 'unicast';
  if (family !== 6) return false;
  const address = ipaddr.IPv6.parse(ip);
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6);
}
