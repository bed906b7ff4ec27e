import { formatCents } from 'domain/money';

/** Said where a purchase of `amountCents` earns nothing. `leastCents`: the least purchase that does. */
export function noCashbackMessage(amountCents: number, leastCents = 0): string {
  return amountCents < leastCents
    ? `Compras abaixo de ${formatCents(leastCents)} não rendem cashback.`
    : // The merchant has changed the rule since.
      'Esta compra não rende cashback.';
}
