import { expect, test } from 'vitest';
import { isReservedSlug } from './reserved-slugs.ts';
import { isSlug } from './slug.ts';

test.each([
  ...['www', 'api', 'app', 'admin', 'trpc', 'customer', 'login', 'signup', 'remotes', 'assets'],
  ...['wpad', 'mta-sts', 'autodiscover', 'autoconfig', 'smtp', 'mail', 'ns1', 'ns2', 'mx10', 'localhost'],
  ...['auth', 'oauth', 'conta', 'minha-conta', 'senha', 'pay', 'pix', 'banco', 'pagamentos'],
  ...['oficial', 'seguranca', 'suporte', 'volta', 'cashback', 'p-a-y', 'o-ficial'],
])('%s would pass for the platform, so it is reserved', (slug) => {
  expect(isSlug(slug)).toBe(true);
  expect(isReservedSlug(slug)).toBe(true);
});

test.each(['padaria-sao-jose', 'banco-de-couro', 'pix-burger', 'volta-ao-mundo', 'conta-gotas', 'mailson'])(
  "%s is a merchant's own",
  (slug) => {
    expect(isReservedSlug(slug)).toBe(false);
  },
);
