import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDns, DnsUnavailable } from './dns.ts';

let fakeDns: DnsFake;
beforeAll(async () => {
  fakeDns = await startDnsFake();
});
afterAll(() => fakeDns.close());

test('every address of a name is returned, and none for a name without one or that does not exist', async () => {
  const dns = createDns([fakeDns.address]);
  fakeDns.write('loja.example', { address: '203.0.113.7' });
  fakeDns.write('sem-endereco.example', { txt: ['a'] });
  expect(await dns.everyAddress('loja.example')).toEqual(['203.0.113.7']);
  expect(await dns.everyAddress('sem-endereco.example')).toEqual([]);
  expect(await dns.everyAddress('ninguem.example')).toEqual([]);
});

test('a server that cannot tell is not taken for a name without addresses', async () => {
  fakeDns.write('quebrado.example', { failure: 'servfail' });
  await expect(createDns([fakeDns.address]).everyAddress('quebrado.example')).rejects.toThrow(DnsUnavailable);
});
