import { expect, test } from 'vitest';
import { cashbackConsequence, shortfallMessage, withheldMessages } from './reversal-messages.ts';

/** R$ 100,00 at 5 %. */
const PURCHASE = {
  amountCents: 10_000,
  cashbackCents: 500,
  rateBasisPoints: 500,
  reversedAmountCents: 0,
  reversedCashbackCents: 0,
  status: 'credited',
} as const;

/** Amounts are written with a non-breaking space. */
const plain = (message: string | undefined) => message?.replaceAll('\u00a0', ' ');

test('what is left keeps the cashback of a purchase of that value, so that two parts take what one whole takes', () => {
  const odd = { ...PURCHASE, amountCents: 30, cashbackCents: 2 };
  expect(plain(cashbackConsequence(odd, 10))).toBe('R$ 0,01 de cashback será retirado do cliente.');
  const rest = { ...odd, reversedAmountCents: 10, reversedCashbackCents: 1 };
  expect(plain(cashbackConsequence(rest, 20))).toBe('R$ 0,01 de cashback será retirado do cliente.');
});

test('amounts agree in number from R$ 2,00 on', () => {
  expect(plain(cashbackConsequence(PURCHASE, 5_000))).toBe('R$ 2,50 de cashback serão retirados do cliente.');
  expect(plain(cashbackConsequence(PURCHASE, 2_000))).toBe('R$ 1,00 de cashback será retirado do cliente.');
  expect(plain(shortfallMessage(300))).toBe(
    'R$ 3,00 não puderam ser recuperados: o cliente já os tinha usado.',
  );
  expect(plain(shortfallMessage(150))).toBe('R$ 1,50 não pôde ser recuperado: o cliente já o tinha usado.');
});

test('a code not yet read will give less, or nothing', () => {
  const waiting = { ...PURCHASE, status: 'waiting' } as const;
  expect(plain(cashbackConsequence(waiting, 4_000))).toBe(
    'O cliente ainda não leu o QR Code: receberá R$ 3,00 de cashback em vez de R$ 5,00.',
  );
  expect(cashbackConsequence(waiting, 10_000)).toBe(
    'O cliente ainda não leu o QR Code, que deixará de valer.',
  );
});

test('nothing is said about an amount that cannot be reversed', () => {
  expect(cashbackConsequence(PURCHASE, 0)).toBeUndefined();
  expect(cashbackConsequence(PURCHASE, 10_001)).toBeUndefined();
});

test('an undone redemption says which parts did not come back', () => {
  expect(withheldMessages({ expiredCents: 0, recoveredCents: 0 })).toEqual([]);
  expect(withheldMessages({ expiredCents: 500, recoveredCents: 100 }).map(plain)).toEqual([
    'R$ 5,00 não voltaram ao saldo: já tinham vencido.',
    'R$ 1,00 não voltou ao saldo: era cashback de uma compra já estornada.',
  ]);
});
