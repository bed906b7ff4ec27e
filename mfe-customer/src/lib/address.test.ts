import { expect, test } from 'vitest';
import { bareAddress } from './address.ts';

const BASE = 'https://padaria.clube.example/customer/cashback/CASHBACK_x';

test.each([
  ['/customer/cashback/CASHBACK_abc', '/customer/cashback'],
  ['/customer/redemption/REDEMPTION_abc/', '/customer/redemption'],
  ['/customer/dashboard/11987654321?loja=padaria', '/customer/dashboard?loja=padaria'],
  ['/customer/dashboard/11987654321?telefone=11987654321#11987654321', '/customer/dashboard'],
  ['/Customer/Dashboard/(11)%2098765-4321', '/Customer/Dashboard'],
  ['https://padaria.clube.example/customer/cashback/CASHBACK_abc?utm_source=x', '/customer/cashback'],
])('%s stands in the bar as %s while tags run', (address, bare) => {
  expect(bareAddress(address, BASE)).toBe(bare);
});

test.each(['/customer/cashback', '/customer/dashboard?loja=padaria', '/signup/padaria?utm_source=x', '/'])(
  '%s holds no personal data and stays',
  (address) => {
    expect(bareAddress(address, BASE)).toBeUndefined();
  },
);
