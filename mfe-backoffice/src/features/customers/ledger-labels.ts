import { formatDay, formatLastDay } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import { formatPhone } from 'domain/phone';
import type { LedgerEntry } from './use-ledger.ts';

/** The title of an entry: 'Crédito da compra de R$ 50,00 (5%)'. */
export function entryTitle({ kind, lot, otherPhone, undoesExpiry, isForfeit }: LedgerEntry): string {
  if (undoesExpiry) return 'Vencimento desfeito';
  if (isForfeit) return 'Cashback cancelado na exclusão';
  const other = otherPhone ? formatPhone(otherPhone) : 'outro cadastro';
  switch (kind) {
    case 'accrual':
      return accrualTitle(lot);
    case 'redemption':
      return 'Resgate';
    case 'expiry':
      return 'Vencimento';
    case 'accrual_reversal':
      return 'Estorno de compra';
    case 'redemption_reversal':
      return 'Estorno de resgate';
    case 'adjustment':
      return 'Ajuste manual';
    case 'merge_out':
      return `Saldo transferido para ${other}`;
    case 'merge_in':
      return `Saldo recebido de ${other}`;
  }
}

function accrualTitle({ saleAmountCents, rateBasisPoints }: LedgerEntry['lot']): string {
  if (saleAmountCents === null) return 'Crédito';
  const rate = rateBasisPoints === null ? '' : ` (${formatRate(rateBasisPoints)})`;
  return `Crédito da compra de ${formatCents(saleAmountCents)}${rate}`;
}

/**
 * The row's credit and how long it is valid. A row that created its credit says only the second: its own day
 * and amount are the credit's. `now` in milliseconds.
 */
export function lotMessage(entry: LedgerEntry, timeZone: string, now: number): string {
  const { lot } = entry;
  const maturing =
    Date.parse(lot.availableAt) > now ? [`a liberar em ${formatDay(lot.availableAt, timeZone)}`] : [];
  const expiry =
    lot.expiresAt === null ? 'não vence' : `válido até ${formatLastDay(lot.expiresAt, timeZone)}`;
  const terms = [...maturing, expiry].join(', ');
  if (opensLot(entry)) return terms.charAt(0).toUpperCase() + terms.slice(1);
  return `Crédito de ${formatDay(lot.createdAt, timeZone)} (${formatCents(lot.amountCents)}), ${terms}`;
}

/** True for a row that created its credit. */
export function opensLot({ kind, amountCents, undoesExpiry }: LedgerEntry): boolean {
  return kind === 'accrual' || (kind === 'adjustment' && amountCents > 0 && !undoesExpiry);
}

/** '+R$ 5,00', '−R$ 3,00': with the minus sign that is as wide as the plus. */
export function formatSigned(cents: number): string {
  return `${cents < 0 ? '\u2212' : '+'}${formatCents(Math.abs(cents))}`;
}

/**
 * Credit that is past its last day and whose 'Vencimento' the ledger doesn't show yet (a job writes it): the
 * only reason why the newest row's balance may be above the customer's. Centavos.
 */
export function unpostedExpiryCents(entries: readonly LedgerEntry[], now: number): number {
  const remaining = new Map<string, number>();
  for (const { lot, amountCents } of entries) {
    if (lot.expiresAt !== null && Date.parse(lot.expiresAt) <= now)
      remaining.set(lot.id, (remaining.get(lot.id) ?? 0) + amountCents);
  }
  // A credit whose first row is on a page not loaded yet comes out negative: nothing is said of it.
  return [...remaining.values()].reduce((sum, cents) => sum + Math.max(0, cents), 0);
}
