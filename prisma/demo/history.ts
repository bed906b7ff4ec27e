import { CASHBACK_TOKEN_TTL_SECONDS, REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../../api/src/context.ts';
import { newId } from '../../api/src/lib/id.ts';
import { sha256 } from '../../api/src/lib/tokens.ts';
import {
  becomeOwner,
  insertLots,
  insertPurchases,
  insertRedemptions,
  insertRegulars,
  type PastPurchase,
  type PastRedemption,
  writeLedger,
} from './history.sql.ts';
import type { RulesSince } from './story.ts';
import type { Visit } from './visits.ts';

const MINUTE_MS = 60_000;

interface Past {
  visits: readonly Visit[];
  employeeIds: readonly string[];
  rules: readonly RulesSince[];
  now: Date;
}

/**
 * Writes the regulars' purchases and redemptions as the product would have left them, a statement for each
 * table. The functions that compute a lot's life and a balance are the product's; `ledger:verify` proves the
 * rest.
 */
export async function writeVisits(
  { tenancy, tokens }: Pick<App, 'tenancy' | 'tokens'>,
  merchantId: string,
  { visits, employeeIds, rules, now }: Past,
): Promise<void> {
  const employeeOf = ({ employee }: Visit) => employeeIds[employee] ?? '';
  const hashOf = (kind: 'CASHBACK' | 'REDEMPTION', id: string) =>
    sha256(tokens.tokenFor(kind, merchantId, id));

  function purchaseOf(visit: Visit): PastPurchase {
    const { at, amountCents, rateBasisPoints, confirmedAt, reversal } = visit;
    const id = newId(at.getTime());
    return {
      id,
      customerId: visit.customer.id,
      employeeId: employeeOf(visit),
      amountCents,
      rateBasisPoints,
      tokenHash: hashOf('CASHBACK', id),
      at,
      confirmedAt,
      reversal: reversal && { id: newId(reversal.at.getTime()), ...reversal },
    };
  }

  function redemptionOf(visit: Visit): PastRedemption {
    const at = new Date(visit.at.getTime() - MINUTE_MS);
    const id = newId(at.getTime());
    const tokenHash = hashOf('REDEMPTION', id);
    return { id, customerId: visit.customer.id, employeeId: employeeOf(visit), tokenHash, at };
  }

  /** A sign-up happens in line, five minutes before the first purchase. */
  function sinceOf({ customer, at }: Visit): Date {
    return customer.isSignedUp ? new Date(at.getTime() - 5 * MINUTE_MS) : at;
  }

  const known = new Set<string>();
  const firstVisits = visits.filter(({ customer }) => !known.has(customer.id) && known.add(customer.id));
  await tenancy.withTenant(merchantId, async (tx) => {
    await becomeOwner(tx);
    await insertRegulars(
      tx,
      firstVisits.map((visit) => ({ customer: visit.customer, since: sinceOf(visit) })),
    );
    await insertPurchases(tx, visits.map(purchaseOf), CASHBACK_TOKEN_TTL_SECONDS);
    await insertLots(tx, rules, now);
    const redeeming = visits.filter(({ isRedeeming }) => isRedeeming);
    await insertRedemptions(tx, redeeming.map(redemptionOf), REDEMPTION_TOKEN_TTL_SECONDS);
    await writeLedger(tx);
  });
}
