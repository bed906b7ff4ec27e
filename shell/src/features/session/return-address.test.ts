import { expect, it } from 'vitest';
import { addressAfterLogin, loginStateFor } from './return-address.ts';

const ANA = { employeeId: 'ana', email: 'ana@exemplo.com.br' };

it.each(['/reports/customers?segmento=em-risco', '/customers/0f?aba=extrato', '/cashback'])(
  'who had to sign in again is led back to %s',
  (address) => expect(addressAfterLogin(loginStateFor(address, ANA), 'ana')).toBe(address),
);

it('a fresh visit to a protected address is led there, whoever signs in', () => {
  expect(addressAfterLogin(loginStateFor('/customers?ordem=nome', null), 'rui')).toBe(
    '/customers?ordem=nome',
  );
});

it("another person is not led to the former one's page", () => {
  expect(addressAfterLogin(loginStateFor('/customers/0f', ANA), 'rui')).toBe('/dashboard');
});

it.each([undefined, null, {}, { email: 'ana@exemplo.com.br' }, { address: 7 }])(
  'a plain login starts at the dashboard (%j)',
  (state) => expect(addressAfterLogin(state, 'ana')).toBe('/dashboard'),
);

it.each([
  '//evil.example',
  'https://evil.example/cashback',
  '/\\evil.example',
  '/login',
  '/customer/dashboard/1',
  '',
])('%j is no page to be led to', (address) =>
  expect(addressAfterLogin({ address }, 'ana')).toBe('/dashboard'),
);
