import { expect, test } from 'vitest';
import { refuseTakenOptions } from './release-arguments.ts';

// npm itself consumes the options of `npm run release mfe-customer --rollback`, without '--' before them: the
// command would see `mfe-customer` alone and release it to all merchants.

test.each([
  ['rollback', 'true'],
  ['promote', 'true'],
  ['list', 'true'],
  ['percent', '5'],
  ['merchants', '0198c1de-0000-7000-8000-000000000001'],
  ['to', '/srv/releases'],
  ['from', 'dist'],
  ['record', 'true'],
])('--%s consumed by npm is refused', (name, value) => {
  expect(() => refuseTakenOptions({ [`npm_config_${name}`]: value })).toThrow(
    `npm has taken --${name} for its own. Write -- before the options: npm run release -- <remote> --${name}`,
  );
});

test('npm’s own settings are not options', () => {
  expect(() =>
    refuseTakenOptions({ npm_config_yes: '', npm_config_cache: '/c', PATH: '/bin' }),
  ).not.toThrow();
});
