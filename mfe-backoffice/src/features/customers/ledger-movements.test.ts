import { expect, test } from 'vitest';
import { foldMovements } from './ledger-movements.ts';
import type { LedgerEntry } from './use-ledger.ts';

const entry = (
  id: number,
  movementId: string,
  amountCents: number,
  balanceAfterCents: number,
): LedgerEntry => ({
  id,
  movementId,
  kind: 'redemption',
  undoesExpiry: false,
  isForfeit: false,
  createdAt: '2026-03-10T12:00:00.000Z',
  amountCents,
  balanceAfterCents,
  reason: null,
  employeeName: 'Maria',
  lot: {
    id: String(id),
    createdAt: '2026-03-10T12:00:00.000Z',
    amountCents: 1_000,
    availableAt: '2026-03-10T12:00:00.000Z',
    expiresAt: null,
    rateBasisPoints: 500,
    saleAmountCents: 20_000,
    rulesVersion: 1,
    rateRulesVersion: 1,
  },
  otherPhone: null,
});

test('a redemption of two credits is one movement with its sum and the balance after both', () => {
  const movements = foldMovements([
    entry(4, 'adjustment a', 100, 1_301),
    entry(3, 'redemption r', -48, 1_201),
    entry(2, 'redemption r', -551, 1_249),
    entry(1, 'accrual p', 1_800, 1_800),
  ]);
  expect(movements.map(({ amountCents }) => amountCents)).toEqual([100, -599, 1_800]);
  expect(movements.map(({ entry }) => entry.balanceAfterCents)).toEqual([1_301, 1_201, 1_800]);
  expect(movements[1]?.parts.map(({ id }) => id)).toEqual([3, 2]);
});

test('rows of one movement with another between them stay apart, so that every balance is true', () => {
  const rows = [
    entry(3, 'reversal r', 48, 100),
    entry(2, 'expiry e', -52, 52),
    entry(1, 'reversal r', 52, 104),
  ];
  expect(foldMovements(rows)).toHaveLength(3);
});

test('an empty ledger has no movements', () => {
  expect(foldMovements([])).toEqual([]);
});
