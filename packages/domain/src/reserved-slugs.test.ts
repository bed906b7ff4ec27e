import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReservedSlug } from './reserved-slugs.ts';
import { isSlug } from './slug.ts';

test.each([
  ...['www', 'api', 'app', 'admin', 'trpc', 'customer', 'login', 'signup', 'remotes', 'assets'],
  ...['wpad', 'mta-sts', 'autodiscover', 'autoconfig', 'smtp', 'mail', 'ns1', 'ns2', 'mx10', 'localhost'],
  ...['auth', 'oauth', 'oauth2', 'conta', 'minha-conta', 'senha', 'pay', 'pix', 'banco', 'pagamentos'],
  ...['oficial', 'seguranca', 'suporte', 'volta', 'cashback', 'p-a-y', 'o-ficial'],
])('%s would pass for the platform, so it is reserved', (slug) => {
  expect(isSlug(slug)).toBe(true);
  expect(isReservedSlug(slug)).toBe(true);
});

test.each([
  ...['login2', 'pix-1', '1pix', 'l0gin', 'iogin', '5uporte', 'suport3', 'suport32', '2-p0rta1-7'],
  ...['p1x', 'adrnin', 'aclmin', 'vvallet', 'vo1ta', 'ca5hb4ck', '8anco', 'pa9amento', 're9istro', 'lo6in'],
])('%s looks like a reserved name', (slug) => {
  expect(isReservedSlug(slug)).toBe(true);
});

test.each([
  ...['cashback-oficial', 'login-volta', 'pix-2-pagamentos', 'oficial-oficial', '0ficial-volta', 'voltapix'],
  ...['loginvolta', 'official-support', 'banco-volta', 'volta-suporte', 'app-itau', 'conta-volta'],
])('%s is a reserved name with a word beside it', (slug) => {
  expect(isReservedSlug(slug)).toBe(true);
});

test.each([
  ...['banco-do-brasil', 'bancodobrasil2', 'banco-brasil', 'bb-banco', 'banco-inter', 'original-bank'],
  ...['itau', 'itau-2', 'ltau', 'b4nco-itau', 'login-itau', 'pix-banco-do-brasil', 'nubank-oficial'],
  ...['nu-bank', 'bradesc0', 'santander', 'caixa-economica-federal', 'c6-bank', 'itav', 'mercado-pago'],
  ...['plcpay', 'banco-24-horas'],
])('%s would pass for a bank', (slug) => {
  expect(isReservedSlug(slug)).toBe(true);
});

test.each([
  ...['padaria-sao-jose', 'banco-de-couro', 'pix-burger', 'volta-ao-mundo', 'conta-gotas', 'mailson'],
  ...['portal-das-flores', 'padaria-oficial', 'oficial-da-moda', 'login-informatica', 'itaupava-lanches'],
  ...['padaria-itau-de-minas', 'inter', 'inter-oficial', 'original', 'safra', 'rede', 'stone', 'bb', 'neon'],
  ...['mall', 'mall-oficial', 'mali', 'e-mall', '550', '2026', 'loja2', 'pixel', 'caixas', 'c64'],
  ...['sami', 'sarni', 'ld', 'icl', 'ap-1', 'ap-101', 's-500', 'lmg', 'conta-legal'],
])("%s is a merchant's own", (slug) => {
  expect(isReservedSlug(slug)).toBe(false);
});

test('a reserved name stays reserved, however it is spelled and whatever stands beside it', () => {
  const names = fc.constantFrom('login', 'suporte', 'cashback', 'admin', 'wallet', 'nubank', 'bancointer');
  const spellings: Record<string, string[]> = {
    ...{ a: ['4'], b: ['8'], e: ['3'], g: ['9'], i: ['1', 'l'], l: ['1', 'i'], m: ['rn'], o: ['0'] },
    ...{ s: ['5'], t: ['7'], w: ['vv'], z: ['2'] },
  };
  const beside = fc.array(fc.constantFrom('login', 'oficial', 'pix', '1', '20'), { maxLength: 3 });
  const spelled = names.chain((name) =>
    fc.tuple(
      ...[...name].map((letter) => fc.constantFrom(letter, `${letter}-`, ...(spellings[letter] ?? []))),
    ),
  );
  fc.assert(
    fc.property(beside, spelled, beside, (before, letters, after) => {
      expect(isReservedSlug([...before, letters.join(''), ...after].join('-'))).toBe(true);
    }),
    { numRuns: 2_000, seed: 20261128 },
  );
});
