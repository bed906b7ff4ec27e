import { expect, test } from 'vitest';
import { offlinePage } from './offline-page.ts';
import { planFor } from './plan.ts';

const ORIGIN = 'https://clube.example';
const MERCHANT = '0198c1de-0000-7000-8000-000000000001';
const plan = (path: string, mode = 'cors', method = 'GET') =>
  planFor({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

test.each([
  '/assets/main.0f3a5b7c9d.js',
  '/assets/main.0f3a5b7c9d.css',
  '/remotes/mfe-customer/dashboard.0f3a5b7c9d.js',
  '/remotes/mfe-customer/0f3a5b7c9d1e/dashboard.0f3a5b7c9d.js',
  '/remotes/mfe-customer/0f3a5b7c9d1e/remoteEntry.js',
  `/media/logos/${MERCHANT}/${MERCHANT}-128.webp`,
])('%s never changes and is kept', (path) => {
  expect(plan(path)).toEqual({ kind: 'file', isAskedAnew: false });
});

test('a file that failed is asked for past what was kept of it', () => {
  const url = `${ORIGIN}/assets/main.0f3a5b7c9d.js`;
  const asked = planFor({ method: 'GET', mode: 'cors', url, cache: 'reload' }, ORIGIN);
  expect(asked).toEqual({ kind: 'file', isAskedAnew: true });
});

test.each(['/remotes.json', '/remotes/mfe-customer/remoteEntry.js'])('%s is asked for each time', (path) => {
  expect(plan(path)).toEqual({ kind: 'directory' });
});

test.each([
  ['/customer/dashboard', '/customer/dashboard'],
  ['/customer/dashboard/', '/customer/dashboard'],
  ['/customer/dashboard/11987654321', '/customer/dashboard'],
  ['/customer/dashboard/11987654321?loja=Padaria&utm=1', '/customer/dashboard?loja=padaria'],
  ['/customer/dashboard/%2B5511987654321?loja=', '/customer/dashboard'],
])('opening %s without a network shows %s, where there is no phone', (path, stored) => {
  expect(plan(path, 'navigate')).toEqual({ kind: 'page', stored });
  expect(stored).not.toMatch(/\d/);
});

test.each([
  ['/customer/cashback/CASHBACK_x', 'cashback'],
  ['/Customer/Redemption/REDEMPTION_x/?utm=1', 'redemption'],
  ['/customer/cashback', 'cashback'],
] as const)(
  '%s is the network’s alone, and without one says for how long a code is good',
  async (path, code) => {
    expect(plan(path, 'navigate')).toEqual({ kind: 'code', code });
    const page = offlinePage(code);
    expect(page.status).toBe(503);
    const text = await page.text();
    expect(text).toContain('Sem conexão');
    expect(text).toContain(code === 'cashback' ? 'vale por 30 dias' : 'vale por 15 minutos');
  },
);

test.each([
  ['/customer/cashback/CASHBACK_x', 'cors', 'GET'],
  ['/customer/cashback/CASHBACK_x', 'navigate', 'POST'],
  ['/customer/cashback/CASHBACK_x/more', 'navigate', 'GET'],
  ['/customer', 'navigate', 'GET'],
  ['/customer/dashboard/11987654321/more', 'navigate', 'GET'],
  ['/customer/dashboard', 'cors', 'GET'],
  ['/customer/dashboard', 'navigate', 'POST'],
  ['/customer/manifest.webmanifest', 'cors', 'GET'],
  ['/customer/service-worker.js', 'same-origin', 'GET'],
  ['/signup/padaria', 'navigate', 'GET'],
  ['/dashboard', 'navigate', 'GET'],
  ['/login', 'navigate', 'GET'],
  ['/trpc/customers.dashboard?input=%7B%7D', 'cors', 'GET'],
  ['/trpc/cashback.confirm', 'cors', 'POST'],
  ['/assets/main.0f3a5b7c9d.js', 'cors', 'POST'],
  ['/assets/favicon.svg', 'no-cors', 'GET'],
  ['/remotes/mfe-backoffice/remoteEntry.js', 'no-cors', 'GET'],
  ['/remotes/mfe-backoffice/app.0f3a5b7c9d.js', 'no-cors', 'GET'],
  ['/remotes/mfe-backoffice/0f3a5b7c9d1e/remoteEntry.js', 'no-cors', 'GET'],
  ['/remotes/mfe-customer/0f3a5b7c9d1e/first-paint.json', 'cors', 'GET'],
  ['/files/logo', 'cors', 'POST'],
  ['/files/customers.csv', 'navigate', 'GET'],
  [`/media/logos/${MERCHANT}/${MERCHANT}.webp`, 'no-cors', 'GET'],
  [`/media/icons/${MERCHANT}/b3261e-192.png`, 'no-cors', 'GET'],
  ['https://cdn.example/assets/main.0f3a5b7c9d.js', 'no-cors', 'GET'],
])('%s (%s %s) goes to the network as ever', (path, mode, method) => {
  expect(plan(path, mode, method)).toBeUndefined();
});
