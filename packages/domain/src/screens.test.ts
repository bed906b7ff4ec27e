import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCREENS, screenOwner } from './screens.ts';

const ROUTERS = {
  shell: 'shell/src/routed-app.tsx',
  mfe_analytics: 'mfe-analytics/src/app.tsx',
  mfe_backoffice: 'mfe-backoffice/src/app.tsx',
};

test.each(Object.entries(ROUTERS))(
  'what %s has routes for is what the list of screens says',
  (owner, file) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const routes = [...source.matchAll(/<Route\s+path="([^"]+)"/g)].map(([, path]) => path);
    expect(routes.filter((path) => path !== '*').sort()).toEqual(
      [...SCREENS[owner as keyof typeof ROUTERS]].sort(),
    );
  },
);

test.each([
  ['/', 'shell'],
  ['/login', 'shell'],
  ['/Login/', 'shell'],
  ['/signup', 'shell'],
  ['/signup/', 'shell'],
  ['/signup/padaria', 'mfe_customer'],
  ['/meus-dados/padaria', 'mfe_customer'],
  ['/reports/team', 'mfe_analytics'],
  ['/customers/0f', 'mfe_backoffice'],
  ['/customer', 'mfe_customer'],
  ['/customer/cashback/CASHBACK_x', 'mfe_customer'],
])('%s is shown by %s', (path, owner) => {
  expect(screenOwner(path)).toBe(owner);
});

test.each([
  '/.git/config',
  '/.env',
  '/wp-admin',
  '/nothing',
  '/r/abc',
  '/customer/nothing/x',
  '/customer/cashback/x/y',
  '/customers/0f/more',
  '/dashboard/more',
  '/reports/nothing',
  '/loginx',
  '/x/login',
  '//login',
  '/login//',
  '/login\n',
  '/constructor',
  '',
])('%j has no screen', (path) => {
  expect(screenOwner(path)).toBeUndefined();
});
