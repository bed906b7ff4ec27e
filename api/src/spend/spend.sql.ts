import type { Period } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';

export interface SpendRow {
  id: string;
  amount_cents: number;
  date: string;
  platform: string;
  employee_name: string;
  created_at: Date;
  /** Sum over the whole period, the same in every row. */
  total_cents: number;
  count: number;
}

export async function insertSpend(
  tx: TenantTransaction,
  spend: {
    id: string;
    employeeId: string;
    amountCents: number;
    date: string;
    platform: string;
    createdAt: Date;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_spend',
      text: `INSERT INTO marketing_spend (merchant_id, id, employee_id, amount_cents, date, platform, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    },
    [
      tx.merchantId,
      spend.id,
      spend.employeeId,
      spend.amountCents,
      spend.date,
      spend.platform,
      spend.createdAt,
    ],
  );
}

/** The latest entries of a period, by day and then by time of entry. */
export async function listSpend(
  tx: TenantTransaction,
  { from, to }: Period,
  limit: number,
): Promise<SpendRow[]> {
  return await tx.query<SpendRow>(
    {
      name: 'list_spend',
      text: `SELECT s.id, s.amount_cents, s.date::text, s.platform, e.name AS employee_name, s.created_at, s.total_cents, s.count
             FROM (SELECT *, (sum(amount_cents) OVER ())::bigint AS total_cents, count(*) OVER () AS count
                   FROM marketing_spend WHERE merchant_id = $1 AND date BETWEEN $2::date AND $3::date
                   ORDER BY date DESC, created_at DESC, id DESC LIMIT $4) s
             JOIN employees e ON e.merchant_id = $1 AND e.id = s.employee_id
             ORDER BY s.date DESC, s.created_at DESC, s.id DESC`,
    },
    [tx.merchantId, from, to, limit],
  );
}

/** Deletes the entry and returns it; undefined if there is none. */
export async function deleteSpend(
  tx: TenantTransaction,
  id: string,
): Promise<{ amount_cents: number; date: string } | undefined> {
  const [row] = await tx.query<{ amount_cents: number; date: string }>(
    {
      name: 'delete_spend',
      text: `DELETE FROM marketing_spend WHERE merchant_id = $1 AND id = $2
             RETURNING amount_cents, date::text`,
    },
    [tx.merchantId, id],
  );
  return row;
}
