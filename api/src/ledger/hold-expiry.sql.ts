import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { allowLong, LONG } from './verify-ledger.sql.ts';

/** Returns the moment up to which the job has settled what was due; undefined before its first run. */
export async function getSettledUntil(tenancy: Pick<Tenancy, 'withoutTenant'>): Promise<Date | undefined> {
  const [row] = await tenancy.withoutTenant<{ settled_until: Moment }>(
    { name: 'get_settled_until', text: 'SELECT settled_until FROM operations.expiry_progress' },
    [],
  );
  return row?.settled_until;
}

/** Earlier than before, too: a clock that was ahead and is right again. */
export async function setSettledUntil(tenancy: Pick<Tenancy, 'withoutTenant'>, until: Moment): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'set_settled_until',
      text: `INSERT INTO operations.expiry_progress (settled_until) VALUES ($1)
             ON CONFLICT (only_row) DO UPDATE SET settled_until = excluded.settled_until`,
    },
    [until],
  );
}

export interface DueCredit {
  /** Centavos that would expire now. */
  due_cents: number;
  /** Centavos that customers hold, including those that are due. */
  open_cents: number;
}

export async function readDueCredit(tx: TenantTransaction, now: Moment): Promise<DueCredit> {
  await allowLong(tx);
  const [row] = await tx.query<DueCredit>(
    {
      ...LONG,
      name: 'read_due_credit',
      text: `SELECT (SELECT coalesce(sum(cashback_balance_cents), 0)::bigint FROM customers WHERE merchant_id = $1) AS open_cents,
               (SELECT coalesce(sum(due.cents), 0)::bigint
                FROM customers c, LATERAL (
                  SELECT sum(l.remaining_cents) AS cents FROM cashback_lots l
                  WHERE l.merchant_id = $1 AND (CASE WHEN l.remaining_cents > 0 THEN l.customer_id END) = c.id
                    AND l.expires_at <= $2) due
                WHERE c.merchant_id = $1 AND c.balance_changes_at <= $2) AS due_cents`,
    },
    [tx.merchantId, now],
  );
  return row ?? { due_cents: 0, open_cents: 0 };
}
