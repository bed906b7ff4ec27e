import type { ApiOutputs } from 'api/contract';
import { cashbackCents, formatCents } from 'domain/money';

/** The messages of lists and dialogs about reversals. Amounts are centavos. */

export type Purchase = ApiOutputs['cashback']['latest']['sales'][number];
export type ListedReversal = Purchase['reversals'][number];
export type Redemption = ApiOutputs['redemptions']['latest']['redemptions'][number];

/** How much of the purchase has not been reversed. */
export function openCents(purchase: Pick<Purchase, 'amountCents' | 'reversedAmountCents'>): number {
  return purchase.amountCents - purchase.reversedAmountCents;
}

/** The cashback that is left of the purchase. */
export function openCashbackCents(
  purchase: Pick<Purchase, 'cashbackCents' | 'reversedCashbackCents'>,
): number {
  return purchase.cashbackCents - purchase.reversedCashbackCents;
}

type PurchaseAmounts = Pick<
  Purchase,
  | 'amountCents'
  | 'cashbackCents'
  | 'rateBasisPoints'
  | 'reversedAmountCents'
  | 'reversedCashbackCents'
  | 'status'
>;

/**
 * The effect of reversing `amountCents` of the purchase on its cashback; undefined where that much can't be
 * reversed. Same rule as the server's: the rest keeps the cashback of a purchase of that value.
 */
export function cashbackConsequence(purchase: PurchaseAmounts, amountCents: number): string | undefined {
  const left = openCents(purchase) - amountCents;
  if (amountCents <= 0 || left < 0) return undefined;
  const kept = cashbackCents(left, purchase.rateBasisPoints);
  switch (purchase.status) {
    case 'unclaimed':
      return purchase.rateBasisPoints === 0
        ? 'Esta compra não rendeu cashback: não há o que retirar.'
        : 'O cliente não leu o QR Code a tempo: não há cashback a retirar.';
    case 'waiting':
      return left === 0
        ? 'O cliente ainda não leu o QR Code, que deixará de valer.'
        : `O cliente ainda não leu o QR Code: receberá ${formatCents(kept)} de cashback em vez de ${formatCents(openCashbackCents(purchase))}.`;
    default:
      return takenMessage(openCashbackCents(purchase) - kept);
  }
}

function takenMessage(cents: number): string {
  if (cents <= 0) return 'Nenhum cashback será retirado do cliente.';
  return `${formatCents(cents)} de cashback ${agree(cents, 'será retirado', 'serão retirados')} do cliente.`;
}

/** 'R$ 3,00 não puderam ser recuperados: o cliente já os tinha usado.' */
export function shortfallMessage(cents: number): string {
  const text = agree(
    cents,
    'não pôde ser recuperado: o cliente já o tinha usado',
    'não puderam ser recuperados: o cliente já os tinha usado',
  );
  return `${formatCents(cents)} ${text}.`;
}

/** The effect of a finished reversal on the cashback; undefined where there was none. */
export function reversedCashbackMessage(reversal: ListedReversal): string | undefined {
  if (reversal.cashbackCents === 0) return undefined;
  if (reversal.takenCents > 0)
    return `${formatCents(reversal.takenCents)} de cashback ${agree(reversal.takenCents, 'retirado', 'retirados')} do cliente.`;
  if (reversal.shortfallCents > 0) return undefined;
  return `${formatCents(reversal.cashbackCents)} de cashback ${agree(reversal.cashbackCents, 'cancelado', 'cancelados')}.`;
}

/** The part of an undone redemption that did not come back to the balance, and the reason. */
export function withheldMessages(reversal: { expiredCents: number; recoveredCents: number }): string[] {
  const { expiredCents, recoveredCents } = reversal;
  const messages: string[] = [];
  if (expiredCents > 0) {
    const text = agree(
      expiredCents,
      'não voltou ao saldo: já tinha vencido',
      'não voltaram ao saldo: já tinham vencido',
    );
    messages.push(`${formatCents(expiredCents)} ${text}.`);
  }
  if (recoveredCents > 0) {
    const text = agree(
      recoveredCents,
      'não voltou ao saldo: era cashback de uma compra já estornada',
      'não voltaram ao saldo: eram cashback de uma compra já estornada',
    );
    messages.push(`${formatCents(recoveredCents)} ${text}.`);
  }
  return messages;
}

/** Portuguese counts in the plural from two on: 'R$ 1,99 foi', 'R$ 2,00 foram'. */
export function agree(cents: number, singular: string, plural: string): string {
  return cents < 200 ? singular : plural;
}
