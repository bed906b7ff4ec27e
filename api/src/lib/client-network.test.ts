import { expect, test } from 'vitest';
import { networkOf, networksOf } from './client-network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
  ['1::2:3:4:203.0.113.9', '1:0:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('limits count %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
  ['::ffff:203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
  ['2001:db8:1:2ab:3:4:5:6', ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8::7', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['not an address', ['not an address']],
])('the networks of %s are %s', (ip, networks) => {
  expect(networksOf(ip)).toEqual(networks);
});
