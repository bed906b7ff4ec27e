import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { Moment } from '../lib/moment.ts';
import { SHOWN_NAME, SHOWN_PHONE } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Purchases after they were made: read for the counter's list and changed by reversals. */

export interface PurchaseRow {
  id: string;
  customer_id: string;
  employee_id: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  reversed_amount_cents: number;
  reversed_cashback_cents: number;
  qr_scanned: boolean;
  created_at: Moment;
}

export async function findPurchase(tx: TenantTransaction, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await tx.query<PurchaseRow>(
    {
      name: 'find_purchase',
      text: `SELECT id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
               reversed_amount_cents, reversed_cashback_cents, qr_scanned, created_at
             FROM transactions WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Expired cashback of the purchase's lot, and the part of it that earlier reversals have counted; in
 * centavos.
 */
export async function getExpiredShare(
  tx: TenantTransaction,
  transactionId: string,
): Promise<{ expired_cents: number; counted_cents: number }> {
  const [row] = await tx.query<{ expired_cents: number; counted_cents: number }>(
    {
      name: 'get_expired_share',
      text: `SELECT
               (SELECT coalesce(-sum(amount_cents), 0)::bigint FROM ledger_entries e
                WHERE e.merchant_id = $1 AND e.lot_id = $2 AND e.kind IN ('expiry', 'expiry_reversal')) AS expired_cents,
               (SELECT coalesce(sum(forgone_cents), 0)::bigint FROM purchase_reversals r
                WHERE r.merchant_id = $1 AND r.transaction_id = $2 AND r.was_credited) AS counted_cents`,
    },
    [tx.merchantId, transactionId],
  );
  return row ?? { expired_cents: 0, counted_cents: 0 };
}

export interface NewPurchaseReversal {
  id: string;
  customerId: string;
  transactionId: string;
  employeeId: string;
  amountCents: number;
  cashbackCents: number;
  wasCredited: boolean;
  takenCents: number;
  forgoneCents: number;
  shortfallCents: number;
  reason: string;
  createdAt: Moment;
}

/** Writes the reversal and counts it in its purchase, which is `reversed` once nothing of it is left. */
export async function insertPurchaseReversal(
  tx: TenantTransaction,
  reversal: NewPurchaseReversal,
): Promise<void> {
  await tx.query(
    {
      name: 'insert_purchase_reversal',
      text: `WITH purchase AS (
               UPDATE transactions SET
                 reversed_amount_cents = reversed_amount_cents + $6,
                 reversed_cashback_cents = reversed_cashback_cents + $7,
                 status = CASE WHEN reversed_amount_cents + $6 = amount_cents THEN 'reversed' ELSE status END
               WHERE merchant_id = $1 AND id = $4)
             INSERT INTO purchase_reversals (merchant_id, id, customer_id, transaction_id, employee_id, amount_cents,
               cashback_cents, was_credited, taken_cents, forgone_cents, shortfall_cents, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    },
    [
      tx.merchantId,
      reversal.id,
      reversal.customerId,
      reversal.transactionId,
      reversal.employeeId,
      reversal.amountCents,
      reversal.cashbackCents,
      reversal.wasCredited,
      reversal.takenCents,
      reversal.forgoneCents,
      reversal.shortfallCents,
      reversal.reason,
      reversal.createdAt,
    ],
  );
}

export interface LatestPurchaseRow {
  id: string;
  customer_id: string;
  phone: string;
  customer_name: string | null;
  employee_id: string;
  employee_name: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  reversed_amount_cents: number;
  reversed_cashback_cents: number;
  status: string;
  qr_scanned: boolean;
  token_expires_at: Moment;
  created_at: Moment;
}

const LISTED = `SELECT t.id, t.customer_id, ${SHOWN_PHONE}, ${SHOWN_NAME} AS customer_name, t.employee_id, e.name AS employee_name,
    t.amount_cents, t.cashback_cents, t.rate_basis_points, t.reversed_amount_cents, t.reversed_cashback_cents,
    t.status, t.qr_scanned, t.token_expires_at, t.created_at
  FROM transactions t
  JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id
  JOIN employees e ON e.merchant_id = t.merchant_id AND e.id = t.employee_id
  WHERE t.merchant_id = $1`;

/** These purchases, newest first. */
export async function listPurchasesByIds(tx: TenantTransaction, ids: string[]): Promise<LatestPurchaseRow[]> {
  return await tx.query<LatestPurchaseRow>(
    {
      name: 'list_purchases_by_ids',
      text: `${LISTED} AND t.id = ANY ($2) ORDER BY t.created_at DESC, t.id DESC`,
    },
    [tx.merchantId, ids],
  );
}

/** Newest first: the merchant's, or with `customerId` that customer's. */
export async function listLatestPurchases(
  tx: TenantTransaction,
  customerId: string | undefined,
  limit: number,
): Promise<LatestPurchaseRow[]> {
  const order = 'ORDER BY t.created_at DESC, t.id DESC LIMIT $2';
  if (customerId === undefined)
    return await tx.query<LatestPurchaseRow>({ name: 'list_latest_purchases', text: `${LISTED} ${order}` }, [
      tx.merchantId,
      limit,
    ]);
  return await tx.query<LatestPurchaseRow>(
    {
      name: 'list_latest_purchases_of_customer',
      text: `${LISTED} AND t.customer_id = $3 ${order}`,
    },
    [tx.merchantId, limit, customerId],
  );
}

export interface ShownPurchaseRow {
  id: string;
  customer_id: string;
  phone: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  reversed_amount_cents: number;
  reversed_cashback_cents: number;
  status: string;
  qr_scanned: boolean;
  qr_scanned_at: Moment | null;
  token_expires_at: Moment;
  created_at: Moment;
}

export async function findShownPurchase(
  tx: TenantTransaction,
  id: string,
): Promise<ShownPurchaseRow | undefined> {
  const [row] = await tx.query<ShownPurchaseRow>(
    {
      name: 'find_shown_purchase',
      text: `SELECT t.id, t.customer_id, ${SHOWN_PHONE}, t.amount_cents, t.cashback_cents, t.rate_basis_points,
               t.reversed_amount_cents, t.reversed_cashback_cents, t.status, t.qr_scanned, t.qr_scanned_at,
               t.token_expires_at, t.created_at
             FROM transactions t
             JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id
             WHERE t.merchant_id = $1 AND t.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

export interface PurchaseCodeRow extends ShownPurchaseRow, MerchantAddress {
  token_hash: Buffer;
}

/** The purchase with what its link is made of. */
export async function findPurchaseCode(
  tx: TenantTransaction,
  id: string,
): Promise<PurchaseCodeRow | undefined> {
  const [row] = await tx.query<PurchaseCodeRow>(
    {
      name: 'find_purchase_code',
      text: `SELECT t.id, t.customer_id, ${SHOWN_PHONE}, t.amount_cents, t.cashback_cents, t.rate_basis_points,
               t.reversed_amount_cents, t.reversed_cashback_cents, t.status, t.qr_scanned, t.qr_scanned_at,
               t.token_expires_at, t.created_at, t.token_hash, ${ADDRESS_COLUMNS}
             FROM transactions t
             JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id
             JOIN merchants m ON m.id = t.merchant_id
             WHERE t.merchant_id = $1 AND t.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

export interface PurchaseReversalRow {
  id: string;
  transaction_id: string;
  amount_cents: number;
  cashback_cents: number;
  taken_cents: number;
  shortfall_cents: number;
  recovered_cents: number;
  was_credited: boolean;
  reason: string;
  employee_name: string;
  created_at: Moment;
}

/** The reversals of these purchases, oldest first. */
export async function listPurchaseReversals(
  tx: TenantTransaction,
  transactionIds: string[],
): Promise<PurchaseReversalRow[]> {
  return await tx.query<PurchaseReversalRow>(
    {
      name: 'list_purchase_reversals',
      text: `SELECT r.id, r.transaction_id, r.amount_cents, r.cashback_cents, r.taken_cents, r.shortfall_cents,
               r.recovered_cents, r.was_credited, r.reason, e.name AS employee_name, r.created_at
             FROM purchase_reversals r
             JOIN employees e ON e.merchant_id = r.merchant_id AND e.id = r.employee_id
             WHERE r.merchant_id = $1 AND r.transaction_id = ANY ($2::uuid[])
             ORDER BY r.created_at, r.id`,
    },
    [tx.merchantId, transactionIds],
  );
}
