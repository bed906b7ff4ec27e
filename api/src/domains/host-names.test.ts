import { expect, test } from 'vitest';
import type { HostNamesRow } from './host-directory.sql.ts';
import { createHostNames } from './host-names.ts';

const row = (merchant_id: string, rest: Partial<HostNamesRow> = {}): HostNamesRow => ({
  merchant_id,
  changed_at: '2026-03-10 12:00:00+00',
  is_active: true,
  slugs: [merchant_id],
  domain: null,
  ...rest,
});

test('a merchant is found by each of its slugs at the platform and by its verified domain, and by no other name', () => {
  const names = createHostNames('clube.example');
  names.apply(row('padaria', { slugs: ['padaria', 'padoca'], domain: 'cashback.padaria.com.br' }));
  for (const host of ['padaria.clube.example', 'padoca.clube.example', 'cashback.padaria.com.br'])
    expect(names.find(host), host).toBe('padaria');
  for (const host of [
    'padaria',
    'a.padaria.clube.example',
    'clube.example',
    '.clube.example',
    'padaria.com.br',
  ])
    expect(names.find(host), host).toBeUndefined();
});

test('a domain given up or changed is removed; an inactive merchant loses every name', () => {
  const names = createHostNames('clube.example');
  names.apply(row('padaria', { domain: 'a.com.br' }));
  names.apply(row('padaria', { domain: 'b.com.br' }));
  expect([names.find('a.com.br'), names.find('b.com.br')]).toEqual([undefined, 'padaria']);
  names.apply(row('padaria'));
  expect(names.find('b.com.br')).toBeUndefined();
  names.apply(row('padaria', { domain: 'b.com.br' }));
  names.apply(row('padaria', { is_active: false, domain: 'b.com.br' }));
  expect([names.find('b.com.br'), names.find('padaria.clube.example'), names.size()]).toEqual([
    undefined,
    undefined,
    0,
  ]);
});

test('a domain that moves from one merchant to another is the other’s, in whichever order the two are read', () => {
  for (const order of [
    ['old', 'new'],
    ['new', 'old'],
  ]) {
    const names = createHostNames('clube.example');
    names.apply(row('old', { domain: 'a.com.br' }));
    for (const id of order) names.apply(row(id, { domain: id === 'new' ? 'a.com.br' : null }));
    expect(names.find('a.com.br'), order.join()).toBe('new');
  }
});
