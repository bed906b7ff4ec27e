import { dashboardAddress } from 'domain/dashboard-address';
import { SCREENS, screenOwner } from 'domain/screens';
import { expect, it } from 'vitest';
import { screenAt } from './screen-at.ts';

it.each([
  ['/customer/cashback/CASHBACK_x', { kind: 'cashback', token: 'CASHBACK_x' }],
  ['/customer/redemption/REDEMPTION_x/', { kind: 'redemption', token: 'REDEMPTION_x' }],
  ['/Customer/Cashback/CASHBACK_x?utm=1#a', { kind: 'cashback', token: 'CASHBACK_x' }],
  ['/customer/trial/TRIAL_x', { kind: 'trial', token: 'TRIAL_x' }],
  ['/customer/dashboard/11987654321', { kind: 'dashboard', phone: '11987654321', slug: undefined }],
  ['/customer/dashboard/11987654321?loja=', { kind: 'dashboard', phone: '11987654321', slug: undefined }],
  [dashboardAddress('11987654321', 'pão'), { kind: 'dashboard', phone: '11987654321', slug: 'pão' }],
  ['/customer/dashboard', { kind: 'phone-entry', slug: undefined }],
  ['/customer/cashback', { kind: 'phone-entry', slug: undefined }],
  ['/customer/redemption/?loja=padaria', { kind: 'phone-entry', slug: 'padaria' }],
  [dashboardAddress(undefined, 'padaria'), { kind: 'phone-entry', slug: 'padaria' }],
  ['/customer', { kind: 'entry' }],
  ['/customer/?utm=1', { kind: 'entry' }],
  ['/signup/p%C3%A3o', { kind: 'signup', slug: 'pão' }],
  ['/meus-dados/padaria', { kind: 'meus-dados', slug: 'padaria' }],
  ['/signup/%E0%A4%A', { kind: 'signup', slug: '%E0%A4%A' }],
])('%s is a screen', (address, screen) => {
  expect(screenAt(address)).toEqual(screen);
});

it.each([
  '/',
  '/signup',
  '/signup/',
  '/customers',
  '/customer/cashback/x/y',
  '/customer/trial',
  '/customer/nothing/x',
  '/login',
])('%s is none of ours', (address) => {
  expect(screenAt(address)).toBeUndefined();
});

it.each(SCREENS.mfe_customer)('%s, which the server knows, is a screen', (path) => {
  expect(screenAt(path.replace(/:\w+/, 'x'))).toBeDefined();
});

it('the server knows every screen', () => {
  for (const first of ['customer', 'signup', 'meus-dados', 'x'])
    for (const second of ['', '/cashback', '/redemption', '/trial', '/dashboard', '/x'])
      for (const end of ['', '/', '/x', '/x/', '/x/y']) {
        const path = `/${first}${second}${end}`;
        expect(screenOwner(path) === 'mfe_customer', path).toBe(screenAt(path) !== undefined);
      }
});
