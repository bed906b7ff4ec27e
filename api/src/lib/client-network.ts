import { isIPv6 } from 'node:net';

/**
 * The network that a limit counts as one caller: an IPv4 address, or the /64 network of an IPv6 one. A caller
 * with one IPv6 address has its whole network, so a limit on single addresses would have no effect.
 * '2001:db8::7' → '2001:db8:0:0::/64'.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
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

/**
 * The networks that one customer of a provider may well have to themselves, narrowest first:
 * ['203.0.113.9', '203.0.113.0/24'], ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'].
 */
export function networksOf(ip: string): [string, ...string[]] {
  const network = networkOf(ip);
  if (network.endsWith('::/64')) {
    const [one = '', two = '', three = '', fourth = ''] = network.split(':');
    const upperByte = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
    return [network, `${one}:${two}:${three}:${upperByte}::/56`, `${one}:${two}:${three}::/48`];
  }
  const lastDot = network.lastIndexOf('.');
  return lastDot === -1 ? [network] : [network, `${network.slice(0, lastDot)}.0/24`];
}

/**
 * The stored part of an address: '203.0.113.0/24', '2001:db8:1:2::/64'. It tells places apart and identifies
 * no person.
 */
export function truncatedNetworkOf(ip: string): string {
  const [network, wider = network] = networksOf(ip);
  return network.endsWith('::/64') ? network : wider;
}
