import type pg from 'pg';

/** Each query counts rows that must not exist. */
const CONTRADICTIONS = {
  'customers whose balance is not the sum of their ledger': `
    SELECT count(*)::int AS rows FROM customers c
    LEFT JOIN (SELECT merchant_id, customer_id, sum(amount_cents) AS cents FROM ledger_entries GROUP BY 1, 2) l
      ON l.merchant_id = c.merchant_id AND l.customer_id = c.id
    WHERE c.cashback_balance_cents <> coalesce(l.cents, 0) OR c.available_cents <> coalesce(l.cents, 0)`,
  'scanned sales without exactly one accrual': `
    SELECT count(*)::int AS rows FROM transactions t
    LEFT JOIN (SELECT merchant_id, source_id, count(*) AS entries, sum(amount_cents) AS cents
               FROM ledger_entries WHERE kind = 'accrual' GROUP BY 1, 2) l
      ON l.merchant_id = t.merchant_id AND l.source_id = t.id
    WHERE t.qr_scanned AND (l.entries IS DISTINCT FROM 1 OR l.cents <> t.cashback_cents)
       OR NOT t.qr_scanned AND l.entries IS NOT NULL`,
  'entries whose running balance skips': `
    SELECT count(*)::int AS rows FROM (
      SELECT balance_after_cents - amount_cents
        - coalesce(lag(balance_after_cents) OVER (PARTITION BY merchant_id, customer_id ORDER BY id), 0) AS gap
      FROM ledger_entries) e
    WHERE gap <> 0`,
};

/** Throws unless the books agree with themselves and hold exactly the confirmations that were answered. */
export async function assertLedgerHolds(owner: pg.Client, answered: number): Promise<void> {
  for (const [what, sql] of Object.entries(CONTRADICTIONS)) {
    const { rows } = await owner.query<{ rows: number }>(sql);
    if (rows[0]?.rows !== 0) throw new Error(`The ledger does not hold: ${rows[0]?.rows} ${what}.`);
  }
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_entries');
  if (rows[0]?.count !== answered)
    throw new Error(`${answered} confirmations were answered, the ledger has ${rows[0]?.count}.`);
}
