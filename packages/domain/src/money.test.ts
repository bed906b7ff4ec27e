import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assertCents,
  cashbackCents,
  centsFromDatabase,
  earningRate,
  formatCents,
  formatRate,
  MAX_AMOUNT_CENTS,
  MAX_RATE_BASIS_POINTS,
  parseCents,
  parseRate,
} from './money.ts';

/** Half up, in whole numbers without a bound: what the product's arithmetic must equal. */
function referenceCashback(amountCents: number, rateBasisPoints: number): number {
  const product = BigInt(amountCents) * BigInt(rateBasisPoints);
  const whole = product / 10_000n;
  return Number(product % 10_000n >= 5_000n ? whole + 1n : whole);
}

/** Numbers in [0, 1) that are the same again for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('a million random purchases get exactly the cashback of unbounded integer arithmetic', () => {
  const random = seededRandom(1);
  for (let run = 0; run < 1_000_000; run += 1) {
    // Small, everyday and huge amounts alike.
    const magnitude = 10 ** (1 + Math.floor(random() * 9));
    const amount = Math.floor(random() * Math.min(magnitude, MAX_AMOUNT_CENTS)) + 1;
    const rate = Math.floor(random() * (MAX_RATE_BASIS_POINTS + 1));
    const got = cashbackCents(amount, rate);
    if (got !== referenceCashback(amount, rate)) {
      throw new Error(`${amount} x ${rate} gave ${got}, not ${referenceCashback(amount, rate)}`);
    }
  }
});

test('exactly half a centavo is rounded up, a hair less is rounded down', () => {
  expect(cashbackCents(10, 500)).toBe(1);
  expect(cashbackCents(9, 500)).toBe(0);
  expect(cashbackCents(30, 500)).toBe(2);
  expect(cashbackCents(29, 500)).toBe(1);
  expect(cashbackCents(1, 5_000)).toBe(1);
  expect(cashbackCents(1, 4_999)).toBe(0);
});

test('a purchase earns from the least one on; without a least one every purchase does', () => {
  const rule = { rateBasisPoints: 500, earningMinPurchaseCents: 1_000 };
  expect(earningRate(999, rule)).toBe(0);
  expect(earningRate(1_000, rule)).toBe(500);
  for (const none of [0, undefined])
    expect(earningRate(1, { ...rule, earningMinPurchaseCents: none })).toBe(500);
});

test('cashback at the borders of amount and rate is exact', () => {
  const amounts = [0, 1, 2, 99, 100, 101, MAX_AMOUNT_CENTS - 1, MAX_AMOUNT_CENTS];
  const rates = [0, 1, 9, 10, 499, 500, 501, 5_000, 9_999, MAX_RATE_BASIS_POINTS];
  for (const amount of amounts) {
    for (const rate of rates) expect(cashbackCents(amount, rate)).toBe(referenceCashback(amount, rate));
  }
  expect(cashbackCents(MAX_AMOUNT_CENTS, MAX_RATE_BASIS_POINTS)).toBe(MAX_AMOUNT_CENTS);
});

test('cashback never exceeds the purchase, and more spent never earns less', () => {
  const amount = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS - 1 });
  const rate = fc.integer({ min: 0, max: MAX_RATE_BASIS_POINTS });
  fc.assert(
    fc.property(amount, rate, (cents, basisPoints) => {
      const cashback = cashbackCents(cents, basisPoints);
      expect(cashback).toBeLessThanOrEqual(cents);
      expect(cashbackCents(cents + 1, basisPoints)).toBeGreaterThanOrEqual(cashback);
    }),
    { numRuns: 2_000 },
  );
});

test('an amount or rate that is fractional, negative or out of range is refused, never rounded', () => {
  for (const amount of [
    -1,
    0.5,
    100.1,
    MAX_AMOUNT_CENTS + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
  ]) {
    expect(() => cashbackCents(amount, 500)).toThrow(RangeError);
  }
  for (const rate of [-1, 0.5, MAX_RATE_BASIS_POINTS + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => cashbackCents(100, rate)).toThrow(RangeError);
  }
});

test('what formatCents shows, parseCents reads back to the same centavos', () => {
  const cents = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.maxSafeNat());
  fc.assert(
    fc.property(cents, (value) => {
      expect(parseCents(formatCents(value))).toBe(value);
      expect(parseCents(formatCents(value).replace(/^R\$\u00a0/, ''))).toBe(value);
    }),
    { numRuns: 20_000 },
  );
});

test('money is shown as pt-BR writes it', () => {
  expect(formatCents(0)).toBe('R$\u00a00,00');
  expect(formatCents(5)).toBe('R$\u00a00,05');
  expect(formatCents(123_456_789)).toBe('R$\u00a01.234.567,89');
  expect(formatCents(-1_050)).toBe('-R$\u00a010,50');
  expect(formatCents(100_000)).toBe('R$\u00a01.000,00');
  const formatted = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  for (const cents of [1, 99, 100, 99_999, 100_000, 123_456_789]) {
    expect(formatCents(cents)).toBe(formatted.format(cents / 100));
  }
});

test('every way a person writes an amount is read to the centavo', () => {
  const readings: [string, number][] = [
    ['12', 1_200],
    ['12,5', 1_250],
    ['12,50', 1_250],
    ['12.50', 1_250],
    ['12.5', 1_250],
    ['1.234,56', 123_456],
    ['1234,56', 123_456],
    ['1.234.567', 123_456_700],
    ['1.234', 123_400],
    ['R$ 10,00', 1_000],
    ['  R$\u00a00,01 ', 1],
    ['0', 0],
  ];
  for (const [text, cents] of readings) expect(parseCents(text), text).toBe(cents);
});

test('what is not clearly an amount is refused rather than guessed', () => {
  const refused = [
    '',
    ' ',
    'R$',
    'abc',
    '-1',
    '1,234',
    '1,2,3',
    '1.23.4',
    '12,345',
    '1e3',
    '0x10',
    '١٢',
    '1 000',
  ];
  for (const text of [...refused, '1.2345', ',50', '.50', '9'.repeat(20)]) {
    expect(parseCents(text), text).toBeUndefined();
  }
});

test('no text makes parseCents answer anything but whole, safe, non-negative centavos', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[R$ 0-9.,-]{0,20}$/));
  fc.assert(
    fc.property(text, (value) => {
      const cents = parseCents(value);
      expect(cents === undefined || (Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('an amount the database holds arrives exactly, or not at all', () => {
  expect(centsFromDatabase('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(centsFromDatabase(42n)).toBe(42);
  for (const value of ['9007199254740992', '1.5', 'x', 2n ** 60n, 0.1]) {
    expect(() => centsFromDatabase(value)).toThrow(RangeError);
  }
  for (const value of [0.1 + 0.2, Number.NaN, 2 ** 53]) expect(() => assertCents(value)).toThrow(RangeError);
});

test('a rate is shown without superfluous zeros', () => {
  const shown: [number, string][] = [
    [500, '5%'],
    [525, '5,25%'],
    [550, '5,5%'],
    [505, '5,05%'],
    [10, '0,1%'],
    [10_000, '100%'],
  ];
  for (const [rate, text] of shown) expect(formatRate(rate)).toBe(text);
});

test('every rate that is shown is read back as itself, and what is no percentage is not read', () => {
  for (let rate = 0; rate <= MAX_RATE_BASIS_POINTS; rate += 1) expect(parseRate(formatRate(rate))).toBe(rate);
  expect(parseRate('5.5')).toBe(550);
  for (const text of ['', '%', ',5', '5,', '5,255', '-5', '+5', '1e2', '5 5', '1.234,5', '9999999'])
    expect(parseRate(text), text).toBeUndefined();
});
