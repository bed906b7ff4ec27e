import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { Moment } from '../lib/moment.ts';
import { SHOWN_NAME, SHOWN_PHONE } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Redemptions after they were made: read for the counter's list, shown again, canceled and undone. */

interface RedemptionRow {
  id: string;
  customer_id: string;
  employee_id: string;
  amount_cents: number;
  status: string;
  token_expires_at: Moment;
  completed_at: Moment | null;
  canceled_at: Moment | null;
}

export async function findRedemption(tx: TenantTransaction, id: string): Promise<RedemptionRow | undefined> {
  const [row] = await tx.query<RedemptionRow>(
    {
      name: 'find_redemption',
      text: `SELECT id, customer_id, employee_id, amount_cents, status, token_expires_at, completed_at, canceled_at
             FROM redemptions WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Ends a pending redemption's code. It stays pending: what knows no cancellation sees an expired code.
 */
export async function cancelPendingRedemption(
  tx: TenantTransaction,
  redemptionId: string,
  canceledAt: Moment,
): Promise<void> {
  await tx.query(
    {
      name: 'cancel_redemption',
      text: `UPDATE redemptions SET canceled_at = $3, token_expires_at = $3 WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, redemptionId, canceledAt],
  );
}

export interface RedemptionDebitRow {
  lot_id: string;
  cents: number;
  transaction_id: string | null;
  expires_at: Moment | null;
}

/** The amounts that the redemption took from each lot. */
export async function listRedemptionDebits(
  tx: TenantTransaction,
  redemptionId: string,
): Promise<RedemptionDebitRow[]> {
  return await tx.query<RedemptionDebitRow>(
    {
      name: 'list_redemption_debits',
      text: `SELECT e.lot_id, -e.amount_cents AS cents, l.transaction_id, l.expires_at
             FROM ledger_entries e
             JOIN cashback_lots l ON l.merchant_id = e.merchant_id AND l.id = e.lot_id
             WHERE e.merchant_id = $1 AND e.source_id = $2 AND e.kind = 'redemption'
             ORDER BY e.id`,
    },
    [tx.merchantId, redemptionId],
  );
}

export interface ShortfallRow {
  id: string;
  open_cents: number;
}

/** Shortfalls of a purchase's reversals that nothing has made up for yet, oldest first. */
export async function listOpenShortfalls(
  tx: TenantTransaction,
  transactionId: string,
): Promise<ShortfallRow[]> {
  return await tx.query<ShortfallRow>(
    {
      name: 'list_open_shortfalls',
      text: `SELECT id, shortfall_cents - recovered_cents AS open_cents FROM purchase_reversals
             WHERE merchant_id = $1 AND transaction_id = $2 AND shortfall_cents > recovered_cents
             ORDER BY created_at, id`,
    },
    [tx.merchantId, transactionId],
  );
}

export async function addRecovered(tx: TenantTransaction, reversalId: string, cents: number): Promise<void> {
  await tx.query(
    {
      name: 'add_recovered',
      text: `UPDATE purchase_reversals SET recovered_cents = recovered_cents + $3
             WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, reversalId, cents],
  );
}

/** Writes the reversal and marks its redemption. */
export async function insertRedemptionReversal(
  tx: TenantTransaction,
  reversal: {
    id: string;
    customerId: string;
    redemptionId: string;
    employeeId: string;
    amountCents: number;
    expiredCents: number;
    recoveredCents: number;
    reason: string;
    createdAt: Moment;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_redemption_reversal',
      text: `WITH redemption AS (
               UPDATE redemptions SET status = 'reversed' WHERE merchant_id = $1 AND id = $4)
             INSERT INTO redemption_reversals (merchant_id, id, customer_id, redemption_id, employee_id, amount_cents,
               expired_cents, recovered_cents, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    },
    [
      tx.merchantId,
      reversal.id,
      reversal.customerId,
      reversal.redemptionId,
      reversal.employeeId,
      reversal.amountCents,
      reversal.expiredCents,
      reversal.recoveredCents,
      reversal.reason,
      reversal.createdAt,
    ],
  );
}

export interface ShownRedemptionRow {
  id: string;
  customer_id: string;
  phone: string;
  amount_cents: number;
  status: string;
  token_expires_at: Moment;
  completed_at: Moment | null;
  created_at: Moment;
}

export async function findShownRedemption(
  tx: TenantTransaction,
  id: string,
): Promise<ShownRedemptionRow | undefined> {
  const [row] = await tx.query<ShownRedemptionRow>(
    {
      name: 'find_shown_redemption',
      text: `SELECT r.id, r.customer_id, ${SHOWN_PHONE}, r.amount_cents, r.status, r.token_expires_at, r.completed_at, r.created_at
             FROM redemptions r
             JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id
             WHERE r.merchant_id = $1 AND r.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

export interface RedemptionCodeRow extends MerchantAddress {
  id: string;
  phone: string;
  customer_name: string | null;
  amount_cents: number;
  status: string;
  token_hash: Buffer;
  token_expires_at: Moment;
  canceled_at: Moment | null;
  needs_proof: boolean;
}

/** The redemption with what its link is made of. */
export async function findRedemptionCode(
  tx: TenantTransaction,
  id: string,
): Promise<RedemptionCodeRow | undefined> {
  const [row] = await tx.query<RedemptionCodeRow>(
    {
      name: 'find_redemption_code',
      text: `SELECT r.id, ${SHOWN_PHONE}, ${SHOWN_NAME} AS customer_name, r.amount_cents, r.status, r.token_hash, r.token_expires_at,
               r.canceled_at, ${ADDRESS_COLUMNS},
               redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents, r.amount_cents)
                 AS needs_proof
             FROM redemptions r
             JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id
             JOIN merchants m ON m.id = r.merchant_id
             WHERE r.merchant_id = $1 AND r.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

export interface LatestRedemptionRow {
  id: string;
  customer_id: string;
  phone: string;
  customer_name: string | null;
  employee_id: string;
  employee_name: string;
  amount_cents: number;
  status: string;
  token_expires_at: Moment;
  completed_at: Moment | null;
  canceled_at: Moment | null;
  created_at: Moment;
  reversal_id: string | null;
  reversal_expired_cents: number | null;
  reversal_recovered_cents: number | null;
  reversal_reason: string | null;
  reversal_employee_name: string | null;
  reversal_created_at: Moment | null;
}

const LISTED = `SELECT r.id, r.customer_id, ${SHOWN_PHONE}, ${SHOWN_NAME} AS customer_name, r.employee_id, e.name AS employee_name,
    r.amount_cents, r.status, r.token_expires_at, r.completed_at, r.canceled_at, r.created_at,
    v.id AS reversal_id, v.expired_cents AS reversal_expired_cents, v.recovered_cents AS reversal_recovered_cents,
    v.reason AS reversal_reason, ve.name AS reversal_employee_name, v.created_at AS reversal_created_at
  FROM redemptions r
  JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id
  JOIN employees e ON e.merchant_id = r.merchant_id AND e.id = r.employee_id
  LEFT JOIN redemption_reversals v ON v.merchant_id = r.merchant_id AND v.redemption_id = r.id
  LEFT JOIN employees ve ON ve.merchant_id = v.merchant_id AND ve.id = v.employee_id
  WHERE r.merchant_id = $1`;

/** These redemptions, newest first. */
export async function listRedemptionsByIds(
  tx: TenantTransaction,
  ids: string[],
): Promise<LatestRedemptionRow[]> {
  return await tx.query<LatestRedemptionRow>(
    {
      name: 'list_redemptions_by_ids',
      text: `${LISTED} AND r.id = ANY ($2) ORDER BY r.created_at DESC, r.id DESC`,
    },
    [tx.merchantId, ids],
  );
}

/** Newest first: the merchant's, or with `customerId` that customer's. */
export async function listLatestRedemptions(
  tx: TenantTransaction,
  customerId: string | undefined,
  limit: number,
): Promise<LatestRedemptionRow[]> {
  const order = 'ORDER BY r.created_at DESC, r.id DESC LIMIT $2';
  if (customerId === undefined)
    return await tx.query<LatestRedemptionRow>({ name: 'list_redemptions', text: `${LISTED} ${order}` }, [
      tx.merchantId,
      limit,
    ]);
  return await tx.query<LatestRedemptionRow>(
    { name: 'list_redemptions_of_customer', text: `${LISTED} AND r.customer_id = $3 ${order}` },
    [tx.merchantId, limit, customerId],
  );
}
