import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { countLedgerEntries, listLedgerDifferences, listMovedCustomers } from './verify-ledger.sql.ts';

/** One stored value that does not follow from the ledger. */
export interface LedgerDifference {
  merchantId: string;
  /** The broken rule, in words: 'balance = sum of entries'. */
  check: string;
  customerId: string | null;
  /** The lot, purchase or redemption concerned, where it is one. */
  subjectId: string | null;
  /** The ledger's value; centavos, or words where the rule is not about an amount. */
  expected: string;
  found: string;
}

export interface LedgerVerification {
  merchants: number;
  entries: number;
  differences: number;
}

export interface VerifyOptions {
  signal?: AbortSignal | undefined;
  movedSince?: Moment | undefined;
  /** Called after each merchant, outside its transaction. */
  onMerchant?: (merchantId: string) => Promise<void>;
}

/**
 * Recomputes each customer's balance, lots and totals from the append-only ledger, merchant by merchant, and
 * tells every difference as soon as it is read. Changes nothing and locks nothing. `movedSince`: only
 * customers whose money moved since then, and merchants that have one. `signal` ends it between two merchants
 * or differences.
 */
export async function verifyLedger(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantIds: AsyncIterable<string> | Iterable<string>,
  onDifference: (difference: LedgerDifference) => void,
  { signal, movedSince, onMerchant }: VerifyOptions = {},
): Promise<LedgerVerification> {
  const total: LedgerVerification = { merchants: 0, entries: 0, differences: 0 };
  for await (const merchantId of merchantIds) {
    signal?.throwIfAborted();
    const verify = async (tx: TenantTransaction) => {
      const customerIds = movedSince && (await listMovedCustomers(tx, movedSince));
      if (customerIds?.length === 0) return false;
      for await (const { customer_id, subject_id, ...row } of listLedgerDifferences(tx, customerIds)) {
        signal?.throwIfAborted();
        total.differences += 1;
        onDifference({ merchantId, customerId: customer_id, subjectId: subject_id, ...row });
      }
      total.entries += await countLedgerEntries(tx, customerIds);
      return true;
    };
    // For some customers, the list and the rules are two statements: without a snapshot, a merge between them
    // would look like a difference.
    const isRead = await tenancy.withTenant(merchantId, verify, { snapshot: movedSince !== undefined });
    if (!isRead) continue;
    total.merchants += 1;
    await onMerchant?.(merchantId);
  }
  return total;
}
