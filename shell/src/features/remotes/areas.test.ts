import { expect, it } from 'vitest';
import { findArea } from './areas.ts';

it.each(['/dashboard', '/reports', '/reports/', '/reports/customers', '/reports/team', '/reports/cashback'])(
  '%s is protected and analytics shows it',
  (path) => {
    expect(findArea(path)).toEqual({ remote: 'mfe_analytics', isProtected: true });
  },
);

it.each([
  '/cashback',
  '/redemption',
  '/customers',
  '/customers/0f',
  '/employees',
  '/integrations',
  '/settings',
  '/audit',
])('%s is protected and the back office shows it', (path) => {
  expect(findArea(path)).toEqual({ remote: 'mfe_backoffice', isProtected: true });
});

it.each(['/signup/padaria', '/customer/cashback/t', '/customer/dashboard/11987654321'])(
  '%s is public and the customer remote shows it',
  (path) => {
    expect(findArea(path)).toEqual({ remote: 'mfe_customer', isProtected: false });
  },
);

it.each([
  '/',
  '/signup',
  '/signup/',
  '/nothing',
  '/dashboard/more',
  '/reports/customers/more',
  '/customers/0f/more',
  '/reports/nothing',
  '/customer/nothing/x',
  '/constructor',
  '/__proto__/x',
])('%s is no remote’s', (path) => {
  expect(findArea(path)).toBeUndefined();
});
