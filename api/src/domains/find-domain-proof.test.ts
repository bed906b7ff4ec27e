import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDns, type Dns } from '../lib/dns.ts';
import { type DomainFinding, findDomainProof, TXT_PREFIX } from './find-domain-proof.ts';

const DOMAIN = 'cashback.padaria.com.br';
const CODE = '0f'.repeat(20);
const CLAIM = {
  domain: DOMAIN,
  cnameTargets: ['padaria.clube.example', 'padaria-antiga.clube.example'],
  txtValue: TXT_PREFIX + CODE,
};
let fakeDns: DnsFake;
let dns: Dns;

beforeAll(async () => {
  fakeDns = await startDnsFake();
  dns = createDns([fakeDns.address]);
});
beforeEach(() => {
  fakeDns.write(DOMAIN, null);
  fakeDns.write(`_cashback.${DOMAIN}`, null);
});
afterAll(() => fakeDns.close());

const find = () => findDomainProof(dns, CLAIM);

const BY_CNAME = { kind: 'proved', by: 'cname' } as const;
const cnames: [what: string, chain: string[], finding: DomainFinding][] = [
  ["the merchant's name", ['padaria.clube.example'], BY_CNAME],
  ['it in capitals', ['PADARIA.Clube.EXAMPLE'], BY_CNAME],
  ["the merchant's former name", ['padaria-antiga.clube.example'], BY_CNAME],
  [
    "another merchant's name",
    ['mercado.clube.example'],
    { kind: 'other_cname', target: 'mercado.clube.example' },
  ],
  ['the platform itself', ['clube.example'], { kind: 'other_cname', target: 'clube.example' }],
  [
    'a name below the merchant’s',
    ['x.padaria.clube.example'],
    { kind: 'other_cname', target: 'x.padaria.clube.example' },
  ],
  [
    'a name that only ends like it',
    ['minhapadaria.clube.example'],
    { kind: 'other_cname', target: 'minhapadaria.clube.example' },
  ],
  [
    'a name that only begins like it',
    ['padaria.clube.example.evil.com'],
    { kind: 'other_cname', target: 'padaria.clube.example.evil.com' },
  ],
  [
    'it by way of another owner’s name',
    ['cdn.evil.com', 'padaria.clube.example'],
    { kind: 'other_cname', target: 'cdn.evil.com' },
  ],
];
test.each(cnames)('a CNAME to %s', async (_what, cname, finding) => {
  fakeDns.write(DOMAIN, { cname });
  expect(await find()).toEqual(finding);
});

test('a dot at the end of the target means the same name', async () => {
  const written: Dns = { ...dns, cname: async () => ['padaria.clube.example.'] };
  expect(await findDomainProof(written, CLAIM)).toEqual(BY_CNAME);
});

const OTHER_CODE = { kind: 'other_code' } as const;
const texts: [what: string, txt: string[], finding: DomainFinding][] = [
  ['the code', [TXT_PREFIX + CODE], { kind: 'proved', by: 'txt' }],
  ['the code among others', ['v=spf1 -all', TXT_PREFIX + CODE], { kind: 'proved', by: 'txt' }],
  ["another merchant's code", [TXT_PREFIX + 'ab'.repeat(20)], OTHER_CODE],
  ['a part of the code', [TXT_PREFIX + CODE.slice(0, 39)], OTHER_CODE],
  ['no code', [TXT_PREFIX], OTHER_CODE],
  ['the code and more', [`${TXT_PREFIX}${CODE}0`], OTHER_CODE],
  ['the code without its name', [CODE], { kind: 'nothing' }],
  ['the code in a sentence', [`see ${TXT_PREFIX}${CODE}`], { kind: 'nothing' }],
];
test.each(texts)('a TXT record with %s', async (_what, txt, finding) => {
  fakeDns.write(`_cashback.${DOMAIN}`, { txt });
  expect(await find()).toEqual(finding);
});

test('a TXT record at the domain itself, or at another name below it, proves nothing', async () => {
  fakeDns.write(DOMAIN, { txt: [TXT_PREFIX + CODE] });
  fakeDns.write(`cashback.${DOMAIN}`, { txt: [TXT_PREFIX + CODE] });
  expect(await find()).toEqual({ kind: 'nothing' });
});

test('a domain without a code is proved by no empty TXT record', async () => {
  fakeDns.write(`_cashback.${DOMAIN}`, { txt: ['', 'null', `${TXT_PREFIX}null`] });
  expect(await findDomainProof(dns, { ...CLAIM, txtValue: null })).toEqual(OTHER_CODE);
});

test('a domain that does not exist, and one that leads straight to an address', async () => {
  expect(await find()).toEqual({ kind: 'nothing' });
  fakeDns.write(DOMAIN, { address: '203.0.113.9' });
  expect(await find()).toEqual({ kind: 'address', address: '203.0.113.9' });
});

test('a DNS that fails, is silent or is away is no answer; the other record’s proof still counts', async () => {
  fakeDns.write(DOMAIN, { failure: 'servfail' });
  expect(await find()).toEqual({ kind: 'unavailable' });
  fakeDns.write(`_cashback.${DOMAIN}`, { txt: [TXT_PREFIX + CODE] });
  expect(await find()).toEqual({ kind: 'proved', by: 'txt' });
  expect(await findDomainProof(createDns(['127.0.0.1:9']), CLAIM)).toEqual({ kind: 'unavailable' });
});

test('a silent DNS is given up on within the limit', async () => {
  fakeDns.write(DOMAIN, { failure: 'silence' });
  const ended: number[] = [];
  const looks = [2_500, 300].map(async (limitMs) => {
    const proof = await findDomainProof(createDns([fakeDns.address], limitMs), CLAIM);
    ended.push(limitMs);
    return proof;
  });
  expect(await Promise.all(looks)).toEqual([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
  expect(ended).toEqual([300, 2_500]);
});

test('a look-alike of the claimed domain proves nothing for it', async () => {
  // With a Cyrillic 'а' in place of the first one.
  fakeDns.write('xn--cshback-4fg.padaria.com.br', { cname: ['padaria.clube.example'] });
  expect(await find()).toEqual({ kind: 'nothing' });
});
