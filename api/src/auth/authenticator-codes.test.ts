import { describe, expect, test } from 'vitest';
import { newSecret, periodOf, setupAddress } from './authenticator-codes.ts';

/** '12345678901234567890' as base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Appendix B of RFC 6238 for SHA-1, of whose eight digits an app shows the last six. */
const RFC_VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

const at = (epochSeconds: number) => new Date(epochSeconds * 1_000);

describe('the codes of RFC 6238', () => {
  test.each(RFC_VECTORS)('%d seconds after 1970 it is %s', (epoch, code) => {
    expect(periodOf(RFC_SECRET, code, at(epoch))).toBe(Math.floor(epoch / 30));
  });

  test.each(RFC_VECTORS)('%d: a phone may be one period off, not two', (epoch, code) => {
    const period = Math.floor(epoch / 30);
    for (const off of [-30, 30]) expect(periodOf(RFC_SECRET, code, at(epoch + off))).toBe(period);
    for (const off of [-60, 60])
      if (epoch + off >= 0) expect(periodOf(RFC_SECRET, code, at(epoch + off))).toBeUndefined();
  });

  test('a code is of one secret only', () => {
    expect(periodOf(newSecret(), '287082', at(59))).toBeUndefined();
  });
});

test('a secret has 160 bits and is never the same', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(100);
});

test('the address names the merchant and the employee, whatever signs are in their names', () => {
  const address = new URL(
    setupAddress(RFC_SECRET, { email: 'ana+1@loja.example', merchantName: 'Pão & Cia: a #1' }),
  );
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/Pão & Cia: a #1 (cashback):ana+1@loja.example');
  expect(address.searchParams.get('secret')).toBe(RFC_SECRET);
  expect(address.searchParams.get('issuer')).toBe('Pão & Cia: a #1 (cashback)');
});
