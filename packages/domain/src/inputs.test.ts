import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from './fields.ts';
import {
  createRedemptionInput,
  customerSignupInput,
  issueCashbackInput,
  loginInput,
  merchantSignupInput,
} from './inputs.ts';
import { MAX_AMOUNT_CENTS } from './money.ts';

const SALE = {
  operationId: '0192f3c4-7b1a-7c3d-8e5f-1234567890ab',
  phone: '(11) 98765-4321',
  amountCents: 10_000,
};
const SHOP = {
  merchantName: ' Padaria ',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua A, 1',
  ownerName: 'Maria',
  email: 'Maria@Padaria.Example',
  password: 'segredo1',
};

test('what a form sends arrives normalised: digits of the phone, lower-case e-mail, trimmed text', () => {
  expect(issueCashbackInput.parse(SALE)).toEqual({ ...SALE, phone: '11987654321' });
  expect(merchantSignupInput.parse(SHOP)).toMatchObject({
    merchantName: 'Padaria',
    email: 'maria@padaria.example',
  });
});

test('an amount that is not whole centavos between 1 and the limit is refused', () => {
  for (const amountCents of [0, -1, 0.5, MAX_AMOUNT_CENTS + 1, Number.NaN, '100', null, { gt: 0 }, [1]]) {
    expect(issueCashbackInput.safeParse({ ...SALE, amountCents }).success, String(amountCents)).toBe(false);
  }
  for (const amountCents of [1, MAX_AMOUNT_CENTS]) {
    expect(issueCashbackInput.safeParse({ ...SALE, amountCents }).success).toBe(true);
  }
});

test('a money call without a UUID of its operation is refused', () => {
  for (const operationId of [undefined, '', 'x', '123', { not: '' }, `${SALE.operationId} `]) {
    expect(issueCashbackInput.safeParse({ ...SALE, operationId }).success).toBe(false);
    const redemption = { operationId, customerId: SALE.operationId, amountCents: 1 };
    expect(createRedemptionInput.safeParse(redemption).success).toBe(false);
  }
});

test('keys the product does not know are refused, whatever they are called', () => {
  const extra = fc.oneof(
    fc.constantFrom('role', 'merchantId', 'cashbackCents', 'rateBasisPoints', 'constructor', 'status'),
    fc.string({ minLength: 1 }).filter((key) => !Object.hasOwn(SALE, key) && key !== '__proto__'),
  );
  fc.assert(
    fc.property(extra, (key) => {
      expect(issueCashbackInput.safeParse({ ...SALE, [key]: 1 }).success).toBe(false);
      expect(merchantSignupInput.safeParse({ ...SHOP, [key]: 1 }).success).toBe(false);
    }),
  );
  const planted = JSON.parse(`{"__proto__":{"role":"owner"},${JSON.stringify(SALE).slice(1)}`);
  const parsed = issueCashbackInput.safeParse(planted);
  expect(parsed.success && 'role' in parsed.data).toBe(false);
});

test('objects where text belongs, NUL bytes and other control characters are refused', () => {
  for (const phone of [{ not: '' }, ['11987654321'], 11_987_654_321, null, true]) {
    expect(issueCashbackInput.safeParse({ ...SALE, phone }).success).toBe(false);
  }
  for (const code of [0, 1, 9, 10, 13, 27, 31, 127]) {
    const name = `Padaria${String.fromCharCode(code)}X`;
    expect(merchantSignupInput.safeParse({ ...SHOP, merchantName: name }).success, String(code)).toBe(false);
  }
});

test('half of a character is no text, a whole one of two halves is', () => {
  const shown = text(20, 'Informe');
  expect(shown.safeParse('Loja \ud83d').success).toBe(false);
  expect(shown.safeParse('\ude00 Loja').success).toBe(false);
  expect(shown.parse('Loja \u{1f600}')).toBe('Loja \u{1f600}');
});

test('an e-mail that a mail header could be broken with is refused', () => {
  const refused = ['a', 'a@b', '@b.co', 'a@b.', 'a b@c.co', 'a@b@c.co', '<a@b.co>', 'a@b.co\nBcc: x@y.co'];
  for (const email of refused) {
    expect(merchantSignupInput.safeParse({ ...SHOP, email }).success, email).toBe(false);
  }
});

test('an optional e-mail may be left empty, and empty means none', () => {
  const signup = { slug: 'padaria', name: 'Ana', phone: '11987654321' };
  expect(customerSignupInput.parse({ ...signup, email: '' }).email).toBeUndefined();
  expect(customerSignupInput.parse(signup).email).toBeUndefined();
  expect(customerSignupInput.safeParse({ ...signup, email: 'x' }).success).toBe(false);
});

test('a password of fewer than 6 characters makes no account, yet login does not say what was wrong', () => {
  expect(merchantSignupInput.safeParse({ ...SHOP, password: '12345' }).success).toBe(false);
  expect(merchantSignupInput.safeParse({ ...SHOP, password: '123456' }).success).toBe(true);
  expect(loginInput.safeParse({ email: 'x', password: 'y' }).success).toBe(true);
});

test('an operation id in capitals is the same id', () => {
  const operationId = '0195A000-0000-4000-8000-00000000000A';
  expect(issueCashbackInput.parse({ ...SALE, operationId }).operationId).toBe(operationId.toLowerCase());
});
