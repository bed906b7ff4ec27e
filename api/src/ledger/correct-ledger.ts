import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { correctLots, correctTotals, insertCorrections } from './correct-ledger.sql.ts';
import { lockCustomers, settleCorrected } from './undo-expiry.sql.ts';
import { type LedgerDifferenceRow, listLedgerDifferences } from './verify-ledger.sql.ts';
import { DATED_AHEAD } from './verify-ledger-dates.sql.ts';

export interface LedgerCorrection {
  /** How many differences there were. */
  found: number;
  /** Those of them, and any that correcting the others has left, that the verification knows from now on. */
  staying: LedgerDifferenceRow[];
}

/**
 * Puts one merchant's differences right. The entries are the truth: lots, balances and totals are derived
 * from them again. What cannot be derived, such as an entry that says a wrong balance, is history and stays;
 * the verification knows exactly that difference from then on. Both are stored with `by` and `reason`. Rows
 * dated ahead are left to undoExpiry, which gets the clock's credit back as well. One transaction: movements
 * of the customers concerned wait for it, those of others do not.
 */
export async function correctLedger(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantId: string,
  { by, reason }: { by: string; reason: string },
): Promise<LedgerCorrection> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const found = await listDifferences(tx);
    const customers = idsOf(found, ({ customer_id }) => customer_id);
    const customerIds = [...customers];
    await insertCorrections(tx, found, { stays: false, reason, by });
    await lockCustomers(tx, customerIds);
    await correctLots(tx, [...idsOf(found, ({ subject_id }) => subject_id)], reason);
    await correctTotals(tx, customerIds);
    await settleCorrected(tx, customerIds);
    // Of others, something may have become wrong meanwhile: that was not corrected.
    const staying = (await listDifferences(tx)).filter(
      ({ customer_id }) => customer_id !== null && customers.has(customer_id),
    );
    await insertCorrections(tx, staying, { stays: true, reason, by });
    return { found: found.length, staying };
  });
}

async function listDifferences(tx: TenantTransaction): Promise<LedgerDifferenceRow[]> {
  const differences: LedgerDifferenceRow[] = [];
  for await (const difference of listLedgerDifferences(tx))
    if (difference.check !== DATED_AHEAD) differences.push(difference);
  return differences;
}

function idsOf(
  differences: LedgerDifferenceRow[],
  idOf: (difference: LedgerDifferenceRow) => string | null,
): Set<string> {
  return new Set(differences.map(idOf).filter((id) => id !== null));
}
