import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { getCreditTerms, insertOpeningEntries, insertOpeningLots } from './opening-balances.sql.ts';

/** The terms that all manual credits given at `at` share: they can be spent at once, until the same end. */
export interface CreditTerms {
  at: Moment;
  expirationDays: number | null;
  /** The first moment it no longer counts; null: never. */
  expiresAt: Moment | null;
  /** The version of the program rules that these terms are of. */
  rulesVersion: number;
}

export async function readCreditTerms(tx: TenantTransaction, at: Moment): Promise<CreditTerms> {
  const row = await getCreditTerms(tx, at);
  return {
    at,
    expirationDays: row.expiration_days,
    expiresAt: row.expires_at,
    rulesVersion: row.rules_version,
  };
}

export interface OpeningBalance {
  adjustmentId: string;
  customerId: string;
  amountCents: number;
}

/**
 * Credits many customers at once, each with the adjustment of that id. Only for customers made in this
 * transaction: no other one sees them yet, so there is nothing to lock or settle, and the caller has written
 * their caches with them.
 */
export async function creditOpeningBalances(
  tx: TenantTransaction,
  balances: readonly OpeningBalance[],
  terms: CreditTerms,
  cause: { employeeId: string; reason: string },
): Promise<void> {
  const credits = {
    ids: balances.map((balance) => balance.adjustmentId),
    customerIds: balances.map((balance) => balance.customerId),
    amountsCents: balances.map((balance) => balance.amountCents),
  };
  await insertOpeningLots(tx, credits, terms);
  await insertOpeningEntries(tx, credits, { ...cause, at: terms.at });
}
