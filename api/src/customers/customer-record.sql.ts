import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Queries for the record that employees see of a customer, and for its corrections. */

export interface CustomerRecordRow {
  id: string;
  phone: string | null;
  name: string | null;
  email: string | null;
  signup_name: string | null;
  merged_into_id: string | null;
  erased_at: Moment | null;
  merged_into_phone: string | null;
  source_phone: string | null;
  available_cents: number;
  cashback_balance_cents: number;
  total_cashback_cents: number;
  total_spent_cents: number;
  last_purchase_at: Moment | null;
  created_at: Moment;
  time_zone: string;
}

/** The record with balances as of `now`; also one that was merged into another. */
export async function findCustomerRecord(
  tx: TenantTransaction,
  customerId: string,
  now: Moment,
): Promise<CustomerRecordRow | undefined> {
  const [row] = await tx.query<CustomerRecordRow>(
    {
      name: 'find_customer_record',
      text: `SELECT c.id, c.phone, c.name, c.email, c.signup_name, c.merged_into_id, c.erased_at, i.phone AS merged_into_phone,
               g.source_phone, coalesce(s.available_cents, c.available_cents) AS available_cents,
               coalesce(s.balance_cents, c.cashback_balance_cents) AS cashback_balance_cents,
               c.total_cashback_cents, c.total_spent_cents, c.last_purchase_at, c.created_at, m.time_zone
             FROM customers c
             JOIN merchants m ON m.id = c.merchant_id
             LEFT JOIN customers i ON i.merchant_id = c.merchant_id AND i.id = c.merged_into_id
             LEFT JOIN customer_merges g ON g.merchant_id = c.merchant_id AND g.source_customer_id = c.id
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.merchant_id = $1 AND c.id = $2`,
    },
    [tx.merchantId, customerId, now],
  );
  return row;
}

export interface MergedRecordRow {
  source_customer_id: string;
  source_phone: string;
  moved_cents: number;
  reason: string;
  employee_name: string;
  created_at: Moment;
}

/** The records merged into this one, latest first. */
export async function listMergedRecords(
  tx: TenantTransaction,
  customerId: string,
): Promise<MergedRecordRow[]> {
  return await tx.query<MergedRecordRow>(
    {
      name: 'list_merged_records',
      text: `SELECT g.source_customer_id, g.source_phone, g.moved_cents, g.reason, e.name AS employee_name, g.created_at
             FROM customer_merges g
             JOIN employees e ON e.merchant_id = g.merchant_id AND e.id = g.employee_id
             WHERE g.merchant_id = $1 AND g.target_customer_id = $2
             ORDER BY g.created_at DESC, g.id`,
    },
    [tx.merchantId, customerId],
  );
}

export async function insertAdjustment(
  tx: TenantTransaction,
  adjustment: {
    id: string;
    customerId: string;
    employeeId: string;
    amountCents: number;
    reason: string;
    createdAt: Moment;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_adjustment',
      text: `INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    },
    [
      tx.merchantId,
      adjustment.id,
      adjustment.customerId,
      adjustment.employeeId,
      adjustment.amountCents,
      adjustment.reason,
      adjustment.createdAt,
    ],
  );
}

/** Throws a unique violation of `customers_phone_key` if another customer has the number. */
export async function updateCustomerPhone(
  tx: TenantTransaction,
  customerId: string,
  phone: string,
): Promise<void> {
  await tx.query(
    {
      name: 'update_customer_phone',
      text: 'UPDATE customers SET phone = $3 WHERE merchant_id = $1 AND id = $2 AND phone IS NOT NULL',
    },
    [tx.merchantId, customerId, phone],
  );
}

/** Locks a record that was neither merged nor erased against all other changes, and returns its phone. */
export async function lockCustomerPhone(
  tx: TenantTransaction,
  customerId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ phone: string }>(
    {
      name: 'lock_customer_phone',
      text: `SELECT phone FROM customers
             WHERE merchant_id = $1 AND id = $2 AND phone IS NOT NULL FOR NO KEY UPDATE`,
    },
    [tx.merchantId, customerId],
  );
  return row?.phone;
}

export interface CustomerContacts {
  name: string | null;
  email: string | null;
}

/** Locks a record that was neither merged nor erased, and returns its name and e-mail. */
export async function lockCustomerContacts(
  tx: TenantTransaction,
  customerId: string,
): Promise<(CustomerContacts & { email_is_proof: boolean }) | undefined> {
  const [row] = await tx.query<CustomerContacts & { email_is_proof: boolean }>(
    {
      name: 'lock_customer_contacts',
      text: `SELECT name, email, email_is_proof FROM customers
             WHERE merchant_id = $1 AND id = $2 AND phone IS NOT NULL FOR NO KEY UPDATE`,
    },
    [tx.merchantId, customerId],
  );
  return row;
}

/**
 * `isNameDecided`: the other name given at the sign-up link is dropped. `isEmailProof`: a changed e-mail
 * proves the customer. A code that waits was for the former one.
 */
export async function updateCustomerContacts(
  tx: TenantTransaction,
  customerId: string,
  contacts: CustomerContacts,
  { isNameDecided, isEmailProof }: { isNameDecided: boolean; isEmailProof: boolean },
): Promise<void> {
  await tx.query(
    {
      name: 'update_customer_contacts',
      text: `WITH code AS (DELETE FROM customer_codes WHERE merchant_id = $1 AND customer_id = $2)
             UPDATE customers SET name = $3, email = $4, signup_name = CASE WHEN $5 THEN NULL ELSE signup_name END,
               email_is_proof = CASE WHEN email IS DISTINCT FROM $4 THEN $6 ELSE email_is_proof END
             WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, customerId, contacts.name, contacts.email, isNameDecided, isEmailProof],
  );
}

/** Tables whose rows move with a customer into another record. Ledger entries never move. */
const FOLLOWING = [
  'transactions',
  'redemptions',
  'purchase_reversals',
  'redemption_reversals',
  'adjustments',
];

/** Moves all rows of `sourceId` to `targetId`, except ledger entries. */
export async function repointRecords(
  tx: TenantTransaction,
  sourceId: string,
  targetId: string,
): Promise<void> {
  await tx.query(
    {
      name: 'repoint_cashback_lots',
      // A lot has the id of its purchase or adjustment, which the indexes by customer find; lots have no such
      // index.
      text: `UPDATE cashback_lots SET customer_id = $3 WHERE merchant_id = $1 AND id IN (
               SELECT id FROM transactions WHERE merchant_id = $1 AND customer_id = $2
               UNION ALL SELECT id FROM adjustments WHERE merchant_id = $1 AND customer_id = $2)`,
    },
    [tx.merchantId, sourceId, targetId],
  );
  for (const table of FOLLOWING) {
    await tx.query(
      {
        name: `repoint_${table}`,
        text: `UPDATE ${table} SET customer_id = $3 WHERE merchant_id = $1 AND customer_id = $2`,
      },
      [tx.merchantId, sourceId, targetId],
    );
  }
  await tx.query(
    {
      name: 'repoint_merged_records',
      text: 'UPDATE customers SET merged_into_id = $3 WHERE merchant_id = $1 AND merged_into_id = $2',
    },
    [tx.merchantId, sourceId, targetId],
  );
}

/** Removes the source's phone; the target keeps its fields and takes those it lacks. */
export async function joinRecords(tx: TenantTransaction, sourceId: string, targetId: string): Promise<void> {
  await tx.query(
    {
      name: 'give_up_phone',
      text: 'UPDATE customers SET phone = NULL, merged_into_id = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, sourceId, targetId],
  );
  await tx.query(
    {
      name: 'complete_record',
      text: `UPDATE customers t SET
               name = coalesce(t.name, s.name), email = coalesce(t.email, s.email),
               email_is_proof = CASE WHEN t.email IS NULL THEN s.email_is_proof ELSE t.email_is_proof END,
               referred_by_merchant_id = coalesce(t.referred_by_merchant_id, s.referred_by_merchant_id),
               created_at = least(t.created_at, s.created_at)
             FROM customers s
             WHERE t.merchant_id = $1 AND t.id = $3 AND s.merchant_id = $1 AND s.id = $2`,
    },
    [tx.merchantId, sourceId, targetId],
  );
}

/** Holds the record that another one becomes part of as well: a merge is no way around a hold. */
export async function moveHolds(tx: TenantTransaction, sourceId: string, targetId: string): Promise<void> {
  await tx.query(
    {
      name: 'move_redemption_holds',
      text: `WITH moved AS (
               DELETE FROM redemption_holds WHERE merchant_id = $1 AND customer_id = $2 RETURNING *
             )
             INSERT INTO redemption_holds (merchant_id, customer_id, alert_id, held_by, held_at)
             SELECT merchant_id, $3, alert_id, held_by, held_at FROM moved ON CONFLICT DO NOTHING`,
    },
    [tx.merchantId, sourceId, targetId],
  );
}

export async function insertMerge(
  tx: TenantTransaction,
  merge: {
    id: string;
    sourceId: string;
    targetId: string;
    sourcePhone: string;
    employeeId: string;
    movedCents: number;
    reason: string;
    createdAt: Moment;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_customer_merge',
      text: `INSERT INTO customer_merges (merchant_id, id, source_customer_id, target_customer_id, source_phone,
               employee_id, moved_cents, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      tx.merchantId,
      merge.id,
      merge.sourceId,
      merge.targetId,
      merge.sourcePhone,
      merge.employeeId,
      merge.movedCents,
      merge.reason,
      merge.createdAt,
    ],
  );
}

export async function hasCustomer(tx: TenantTransaction, customerId: string): Promise<boolean> {
  const rows = await tx.query(
    { name: 'has_customer', text: 'SELECT 1 FROM customers WHERE merchant_id = $1 AND id = $2' },
    [tx.merchantId, customerId],
  );
  return rows.length > 0;
}
