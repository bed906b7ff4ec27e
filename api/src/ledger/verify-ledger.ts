import type { Tenancy } from '../tenant.ts';
import { countLedgerEntries, listLedgerDifferences, listMerchants } from './verify-ledger.sql.ts';

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

export interface LedgerVerification {
  merchants: number;
  entries: number;
  differences: number;
}

const MERCHANTS_PER_READ = 1_000;

/**
 * Recomputes each customer's balance, lots and totals from the append-only ledger, merchant by merchant, and tells
 * every difference as soon as it is read. Changes nothing and locks nothing. `signal` ends it between two merchants
 * or differences.
 */
export async function verifyLedger(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantIds: AsyncIterable<string> | Iterable<string>,
  onDifference: (difference: LedgerDifference) => void,
  signal?: AbortSignal,
): Promise<LedgerVerification> {
  const total: LedgerVerification = { merchants: 0, entries: 0, differences: 0 };
  for await (const merchantId of merchantIds) {
    signal?.throwIfAborted();
    await tenancy.withTenant(merchantId, async (tx) => {
      for await (const { customer_id, subject_id, ...row } of listLedgerDifferences(tx)) {
        signal?.throwIfAborted();
        total.differences += 1;
        onDifference({ merchantId, customerId: customer_id, subjectId: subject_id, ...row });
      }
      total.entries += await countLedgerEntries(tx);
    });
    total.merchants += 1;
  }
  return total;
}

/** Every merchant of the platform, in order of id, read in pages. */
export async function* everyMerchant({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'lookup'>;
}): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await listMerchants(tenancy, { after, limit: MERCHANTS_PER_READ });
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < MERCHANTS_PER_READ) return;
    after = last;
  }
}
