import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DnsStandIn, startDnsStandIn } from '../test/dns-stand-in.ts';
import { createDns, DnsUnavailable } from './dns.ts';

let world: DnsStandIn;
beforeAll(async () => {
  world = await startDnsStandIn();
});
afterAll(() => world.close());

test('every address of a name is told, and none of a name that has none or does not exist', async () => {
  const dns = createDns([world.address]);
  world.write('loja.example', { address: '203.0.113.7' });
  world.write('sem-endereco.example', { txt: ['a'] });
  expect(await dns.everyAddress('loja.example')).toEqual(['203.0.113.7']);
  expect(await dns.everyAddress('sem-endereco.example')).toEqual([]);
  expect(await dns.everyAddress('ninguem.example')).toEqual([]);
});

test('a server that cannot tell is not taken for a name without addresses', async () => {
  world.write('quebrado.example', { failure: 'servfail' });
  await expect(createDns([world.address]).everyAddress('quebrado.example')).rejects.toThrow(DnsUnavailable);
});
