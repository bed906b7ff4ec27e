import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface CreditTermsRow {
  expiration_days: number | null;
  expires_at: Moment | null;
  rules_version: number;
}

/** The terms that the merchant's rules of this moment give to a credit that can be spent from `at`. */
export async function getCreditTerms(tx: TenantTransaction, at: Moment): Promise<CreditTermsRow> {
  const [row] = await tx.query<CreditTermsRow>(
    {
      name: 'get_credit_terms',
      text: `SELECT CASE WHEN cashback_expires THEN cashback_expiration_days END AS expiration_days,
               CASE WHEN cashback_expires THEN lot_expires_at($2, cashback_expiration_days, time_zone) END AS expires_at,
               rules_version
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, at],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** A full lot each, under the adjustment's id. */
export async function insertOpeningLots(
  tx: TenantTransaction,
  credits: { ids: string[]; customerIds: string[]; amountsCents: number[] },
  terms: { at: Moment; expirationDays: number | null; expiresAt: Moment | null; rulesVersion: number },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_opening_lots',
      text: `INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, maturing_days,
               expiration_days, available_at, expires_at, created_at, rules_version)
             SELECT $1, id, customer_id, cents, cents, 0, $5, $6, $7, $6, $8
             FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS credit (id, customer_id, cents)`,
    },
    [
      tx.merchantId,
      credits.ids,
      credits.customerIds,
      credits.amountsCents,
      terms.expirationDays,
      terms.at,
      terms.expiresAt,
      terms.rulesVersion,
    ],
  );
}

/** The entry that opened each lot; the first of its customer. */
export async function insertOpeningEntries(
  tx: TenantTransaction,
  credits: { ids: string[]; customerIds: string[]; amountsCents: number[] },
  cause: { employeeId: string; reason: string; at: Moment },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_opening_entries',
      text: `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
               balance_after_cents, employee_id, reason, created_at)
             SELECT $1, customer_id, id, 'adjustment', id, cents, cents, $5, $6, $7
             FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS credit (id, customer_id, cents)`,
    },
    [
      tx.merchantId,
      credits.ids,
      credits.customerIds,
      credits.amountsCents,
      cause.employeeId,
      cause.reason,
      cause.at,
    ],
  );
}
