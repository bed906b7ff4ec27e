import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { saveProfileInput } from './account-inputs.ts';
import { createApiKeyInput } from './api-keys.ts';
import { saveCashbackSettingsInput } from './cashback-settings.ts';
import { customerListInput } from './customer-list-inputs.ts';
import { addEmployeeInput } from './employee-inputs.ts';
import { text } from './fields.ts';
import {
  createRedemptionInput,
  customerSignupInput,
  issueCashbackInput,
  loginInput,
  merchantSignupInput,
  reverseRedemptionInput,
} from './inputs.ts';
import { saveGeneralSettingsInput } from './merchant-inputs.ts';
import { MAX_AMOUNT_CENTS } from './money.ts';
import { saveWebhookInput } from './webhooks.ts';

const PURCHASE = {
  operationId: '0192f3c4-7b1a-7c3d-8e5f-1234567890ab',
  phone: '(11) 98765-4321',
  amountCents: 10_000,
};
const MERCHANT = {
  merchantName: ' Padaria ',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua A, 1',
  ownerName: 'Maria',
  email: 'Maria@Padaria.Example',
  password: 'segredo1',
};

test('what a form sends arrives normalized: digits of the phone, lower-case e-mail, trimmed text', () => {
  expect(issueCashbackInput.parse(PURCHASE)).toEqual({ ...PURCHASE, phone: '11987654321' });
  expect(merchantSignupInput.parse(MERCHANT)).toMatchObject({
    merchantName: 'Padaria',
    email: 'maria@padaria.example',
  });
});

test('an amount that is not whole centavos between 1 and the limit is refused', () => {
  for (const amountCents of [0, -1, 0.5, MAX_AMOUNT_CENTS + 1, Number.NaN, '100', null, { gt: 0 }, [1]]) {
    expect(issueCashbackInput.safeParse({ ...PURCHASE, amountCents }).success, String(amountCents)).toBe(
      false,
    );
  }
  for (const amountCents of [1, MAX_AMOUNT_CENTS]) {
    expect(issueCashbackInput.safeParse({ ...PURCHASE, amountCents }).success).toBe(true);
  }
});

test('a money call without a UUID of its own is refused', () => {
  for (const requestId of [undefined, '', 'x', '123', { not: '' }, `${PURCHASE.operationId} `]) {
    expect(issueCashbackInput.safeParse({ ...PURCHASE, operationId: requestId }).success).toBe(false);
    const redemption = { operationId: requestId, customerId: PURCHASE.operationId, amountCents: 1 };
    expect(createRedemptionInput.safeParse(redemption).success).toBe(false);
  }
});

test('keys the product does not know are refused, whatever they are called', () => {
  const extra = fc.oneof(
    fc.constantFrom('role', 'merchantId', 'cashbackCents', 'rateBasisPoints', 'constructor', 'status'),
    fc.string({ minLength: 1 }).filter((key) => !Object.hasOwn(PURCHASE, key) && key !== '__proto__'),
  );
  fc.assert(
    fc.property(extra, (key) => {
      expect(issueCashbackInput.safeParse({ ...PURCHASE, [key]: 1 }).success).toBe(false);
      expect(merchantSignupInput.safeParse({ ...MERCHANT, [key]: 1 }).success).toBe(false);
    }),
  );
  const planted = JSON.parse(`{"__proto__":{"role":"owner"},${JSON.stringify(PURCHASE).slice(1)}`);
  const parsed = issueCashbackInput.safeParse(planted);
  expect(parsed.success && 'role' in parsed.data).toBe(false);
});

test('objects where text belongs, NUL bytes and other control characters are refused', () => {
  for (const phone of [{ not: '' }, ['11987654321'], 11_987_654_321, null, true]) {
    expect(issueCashbackInput.safeParse({ ...PURCHASE, phone }).success).toBe(false);
  }
  for (const code of [0, 1, 9, 10, 13, 27, 31, 127]) {
    const name = `Padaria${String.fromCharCode(code)}X`;
    expect(merchantSignupInput.safeParse({ ...MERCHANT, merchantName: name }).success, String(code)).toBe(
      false,
    );
  }
});

test('half of a character is no text, a whole one of two halves is', () => {
  const shown = text(20, 'Informe');
  expect(shown.safeParse('Loja \ud83d').success).toBe(false);
  expect(shown.safeParse('\ude00 Loja').success).toBe(false);
  expect(shown.parse('Loja \u{1f600}')).toBe('Loja \u{1f600}');
});

describe('what cannot be seen is refused in every name, with a message for the field', () => {
  const UNSEEN = 'Há caracteres invisíveis. Apague-os ou digite o texto de novo';
  const employee = { name: 'Ana', email: 'ana@loja.example', role: 'operator' };
  const profile = { name: 'Ana', email: 'ana@loja.example', phone: null };
  const program = {
    rateBasisPoints: 500,
    availableImmediately: true,
    expires: false,
    redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
  };
  const reversal = { operationId: PURCHASE.operationId, redemptionId: PURCHASE.operationId };
  const webhook = { url: 'https://erp.example.com/avisos', events: ['cashback.issued'], isActive: true };
  const FIELDS: [what: string, schema: z.ZodType, input: object, field: string][] = [
    ["a merchant's name", merchantSignupInput, MERCHANT, 'merchantName'],
    ["a merchant's address", merchantSignupInput, MERCHANT, 'merchantAddress'],
    ["an owner's name", merchantSignupInput, MERCHANT, 'ownerName'],
    ["a customer's name", customerSignupInput, { slug: 'padaria', phone: PURCHASE.phone }, 'name'],
    ["an employee's name", addEmployeeInput, employee, 'name'],
    ['an own name', saveProfileInput, profile, 'name'],
    [
      "a merchant's name in the settings",
      saveGeneralSettingsInput,
      { phone: '1132104567', brandColor: null },
      'name',
    ],
    ["a program's name", saveCashbackSettingsInput, program, 'programName'],
    ["an API key's name", createApiKeyInput, { scopes: ['customers.read'] }, 'name'],
    ["a webhook's description", saveWebhookInput, webhook, 'description'],
    ['a reason', reverseRedemptionInput, reversal, 'reason'],
  ];
  const CHARACTERS = {
    'zero width space': '\u200b',
    'joiner between letters': '\u200d',
    'word joiner': '\u2060',
    'byte order mark': '\ufeff',
    'soft hyphen': '\u00ad',
    'right-to-left override': '\u202e',
    'first strong isolate': '\u2068',
    'right-to-left mark': '\u200f',
    'tag letter': '\u{e0041}',
    'variation selector': '\ufe0f',
    'its supplement': '\u{e0100}',
    'Hangul filler': '\u3164',
    'braille blank': '\u2800',
    'line separator': '\u2028',
    'C1 control': '\u0085',
    'private use': '\ue000',
    'half a pair': '\ud83d',
    noncharacter: '\uffff',
  };

  test.each(FIELDS)('%s', (_, schema, input, field) => {
    expect(schema.safeParse({ ...input, [field]: 'Ana 🍕 João' }).error?.issues).toBeUndefined();
    for (const [name, character] of Object.entries(CHARACTERS)) {
      const { error } = schema.safeParse({ ...input, [field]: `An${character}a` });
      const said = error?.issues.map(({ path, message }) => [path.join('.'), message]);
      expect(said, name).toEqual([[field, UNSEEN]]);
    }
  });

  test.each([
    '👩‍🍳 da Rita',
    'Amor ❤️',
    'Família 👨‍👩‍👧‍👦',
    'Loja 1️⃣',
    'Sabor 👍🏽',
    '🇧🇷 Brasil',
    'Café\u00a0da Vó',
    'Ação',
  ])('%s can be seen', (shown) => {
    expect(text(60, 'Informe').parse(shown)).toBe(shown);
  });

  test('a joiner without an emoji on both sides is none of an emoji', () => {
    for (const hidden of ['👩\u200dMaria', 'Maria\u200d👩', '👩\u200d', '👩\u200d\u200d🍳', 'a\ufe0f'])
      expect(text(60, 'Informe').safeParse(hidden).success, JSON.stringify(hidden)).toBe(false);
  });

  test('a phone as a telephone copies it, between direction marks, is that phone', () => {
    expect(issueCashbackInput.parse({ ...PURCHASE, phone: '\u202a+55 11 98765\u20114321\u202c' })).toEqual({
      ...PURCHASE,
      phone: '11987654321',
    });
    expect(customerListInput.parse({ search: '\u202a98765-4321\u202c' }).search).toBe('98765-4321');
  });
});

test('an e-mail that a mail header could be broken with is refused', () => {
  const refused = ['a', 'a@b', '@b.co', 'a@b.', 'a b@c.co', 'a@b@c.co', '<a@b.co>', 'a@b.co\nBcc: x@y.co'];
  for (const email of refused) {
    expect(merchantSignupInput.safeParse({ ...MERCHANT, email }).success, email).toBe(false);
  }
});

test('an optional e-mail may be left empty, and empty means none', () => {
  const signup = { slug: 'padaria', name: 'Ana', phone: '11987654321' };
  expect(customerSignupInput.parse({ ...signup, email: '' }).email).toBeUndefined();
  expect(customerSignupInput.parse(signup).email).toBeUndefined();
  expect(customerSignupInput.safeParse({ ...signup, email: 'x' }).success).toBe(false);
});

test('a password of fewer than 6 characters makes no account, yet login does not say what was wrong', () => {
  expect(merchantSignupInput.safeParse({ ...MERCHANT, password: '12345' }).success).toBe(false);
  expect(merchantSignupInput.safeParse({ ...MERCHANT, password: '123456' }).success).toBe(true);
  expect(loginInput.safeParse({ email: 'x', password: 'y' }).success).toBe(true);
});

test('a request id in capitals is the same id', () => {
  const requestId = '0195A000-0000-4000-8000-00000000000A';
  expect(issueCashbackInput.parse({ ...PURCHASE, operationId: requestId }).operationId).toBe(
    requestId.toLowerCase(),
  );
});
