import { assertLedgerVerifies } from '../ledger-check.ts';
import type { ActionName } from './actions.ts';
import type { Merchant } from './merchant.ts';

/** Count of each action, by its rows in the tables. */
export type Counts = Record<ActionName, number>;

const COUNTS = `
  SELECT (SELECT count(*) FROM ledger_entries WHERE kind = 'accrual')::int AS confirm,
    (SELECT count(*) FROM redemptions WHERE status = 'completed')::int AS redeem,
    (SELECT count(*) FROM audit_log WHERE action = 'cashback.issue')::int AS issue,
    (SELECT count(*) FROM ledger_entries)::int AS rows`;

/** Purchases laid ready count in their customers' totals, as if they had been issued one by one. */
const COUNT_PURCHASES = `
  UPDATE customers c SET total_spent_cents = s.cents, last_purchase_at = s.last_at
  FROM (SELECT customer_id, sum(amount_cents) AS cents, max(created_at) AS last_at FROM transactions GROUP BY 1) s
  WHERE c.id = s.customer_id`;

export async function readCounts(merchant: Merchant): Promise<Counts & { rows: number }> {
  const { rows } = await merchant.owner.query<Counts & { rows: number }>(COUNTS);
  const [counts] = rows;
  if (!counts) throw new Error('the counts have no row');
  return counts;
}

/**
 * Throws unless the product's own check finds the books in order and each answered call, and nothing else,
 * left its mark since `before`.
 */
export async function assertCountsMatch(merchant: Merchant, before: Counts, answered: Counts): Promise<void> {
  const after = await readCounts(merchant);
  for (const name of ['confirm', 'redeem', 'issue'] as const) {
    const left = after[name] - before[name];
    if (left !== answered[name])
      throw new Error(`${answered[name]} × ${name} were answered, ${left} are in the database.`);
  }
  await merchant.owner.query(COUNT_PURCHASES);
  await assertLedgerVerifies(merchant.database, [merchant.merchantId]);
}
