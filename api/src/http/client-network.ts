import { isIPv6 } from 'node:net';

/**
 * What a limit counts as one caller: an IPv4 address, or the /64 network of an IPv6 one. Whoever has one IPv6 address
 * has the whole network of it, so counting single addresses would limit nobody. '2001:db8::7' → '2001:db8:0:0::/64'.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  // '::' stands for as many zeros as are missing; an IPv4 address at the end is two groups long.
  const tailLength = tail ? tail.split(':').length + (tail.includes('.') ? 1 : 0) : 0;
  const zeros = tail === undefined ? 0 : 8 - groups.length - tailLength;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The network that one provider's customer may well have to themselves: '203.0.113.0/24', '2001:db8:1::/48'. */
export function widerNetworkOf(ip: string): string {
  const network = networkOf(ip);
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  const octets = network.split('.');
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : network;
}
