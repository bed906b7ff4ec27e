import { describe, expect, it } from 'vitest';
import { entryTitle, formatSigned, lotMessage, unpostedExpiryCents } from './ledger-labels.ts';
import type { LedgerEntry } from './use-ledger.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const NOW = Date.parse('2026-03-12T15:00:00Z');

const LOT: LedgerEntry['lot'] = {
  id: 'lot',
  createdAt: '2026-03-10T15:00:00Z',
  amountCents: 500,
  availableAt: '2026-03-10T15:00:00Z',
  expiresAt: null,
  rateBasisPoints: 500,
  saleAmountCents: 10_000,
  rulesVersion: 1,
  rateRulesVersion: 1,
};

function entry(change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 1,
    kind: 'accrual',
    movementId: 'accrual',
    undoesExpiry: false,
    isForfeit: false,
    createdAt: LOT.createdAt,
    amountCents: 500,
    balanceAfterCents: 500,
    reason: null,
    employeeName: 'Rita',
    lot: LOT,
    otherPhone: null,
    ...change,
  };
}

describe('what a row of the ledger says', () => {
  it('names the purchase and its rate, and the other record of a merge', () => {
    expect(entryTitle(entry())).toBe('Crédito da compra de R$\u00a0100,00 (5%)');
    expect(entryTitle(entry({ kind: 'merge_out', otherPhone: '11987654321' }))).toBe(
      'Saldo transferido para (11) 98765-4321',
    );
  });

  it('says of an expiry that was undone that it was, and whose credit it is', () => {
    const undone = entry({ kind: 'adjustment', undoesExpiry: true });
    expect(entryTitle(undone)).toBe('Vencimento desfeito');
    expect(lotMessage(undone, SAO_PAULO, NOW)).toBe('Crédito de 10/03/2026 (R$\u00a05,00), não vence');
  });

  it('says of credit that an erasure gave up what became of it', () => {
    const forfeit = entry({ kind: 'adjustment', amountCents: -500, isForfeit: true });
    expect(entryTitle(forfeit)).toBe('Cashback cancelado na exclusão');
  });

  it('counts the last day that still counts, in the merchant’s time zone', () => {
    const lot = { ...LOT, expiresAt: '2026-03-31T03:00:00Z' };
    expect(lotMessage(entry({ lot }), SAO_PAULO, NOW)).toBe('Válido até 30/03/2026');
    expect(lotMessage(entry({ lot, kind: 'redemption', amountCents: -300 }), SAO_PAULO, NOW)).toBe(
      'Crédito de 10/03/2026 (R$\u00a05,00), válido até 30/03/2026',
    );
  });

  it('says from when credit can be spent only while it cannot', () => {
    const lot = { ...LOT, availableAt: '2026-03-13T03:00:00Z' };
    expect(lotMessage(entry({ lot }), SAO_PAULO, NOW)).toBe('A liberar em 13/03/2026, não vence');
    expect(lotMessage(entry({ lot }), SAO_PAULO, Date.parse(lot.availableAt))).toBe('Não vence');
  });

  it('signs amounts with a plus or a true minus', () => {
    expect(formatSigned(500)).toBe('+R$\u00a05,00');
    expect(formatSigned(-300)).toBe('\u2212R$\u00a03,00');
  });
});

describe('credit that expired and is not posted yet', () => {
  const lot = { ...LOT, expiresAt: '2026-03-12T03:00:00Z' };

  it('is what the rows of the lot leave', () => {
    expect(unpostedExpiryCents([entry({ lot, amountCents: -200 }), entry({ lot })], NOW)).toBe(300);
  });

  it('is nothing once posted, before the day, or where the credit itself is on a later page', () => {
    const posted = [entry({ lot, kind: 'expiry', amountCents: -500 }), entry({ lot })];
    expect(unpostedExpiryCents(posted, NOW)).toBe(0);
    expect(unpostedExpiryCents([entry({ lot })], Date.parse('2026-03-12T02:59:59Z'))).toBe(0);
    expect(unpostedExpiryCents([entry({ lot, amountCents: -200 })], NOW)).toBe(0);
  });
});
