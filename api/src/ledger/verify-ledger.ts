import type { Tenancy } from '../tenant.ts';
import { allowLongStatement, listLedgerDifferences } from './verify-ledger.sql.ts';

/** One thing that is kept beside the ledger and does not follow from it. */
export interface LedgerDifference {
  merchantId: string;
  /** The broken rule, in words: 'balance = sum of entries'. */
  check: string;
  customerId: string | null;
  /** The lot, sale or redemption concerned, where it is one. */
  subjectId: string | null;
  /** What the ledger says; centavos, or words where the rule is not about an amount. */
  expected: string;
  found: string;
}

/**
 * Recomputes each customer's balance, lots and totals from the append-only ledger, merchant by merchant, and yields
 * every difference. Changes nothing and locks nothing.
 */
export async function* verifyLedger(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantIds: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<LedgerDifference> {
  for await (const merchantId of merchantIds) {
    const rows = await tenancy.withTenant(merchantId, async (tx) => {
      await allowLongStatement(tx);
      return await listLedgerDifferences(tx);
    });
    for (const { customer_id, subject_id, ...row } of rows) {
      yield { merchantId, customerId: customer_id, subjectId: subject_id, ...row };
    }
  }
}
