import type { Consents } from 'domain/consents';
import { spellingsOf } from 'domain/doubt-phone';
import { consentsOf } from '../consents/latest-answer.ts';
import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface CustomerBalanceRow {
  id: string;
  phone: string;
  name: string | null;
  available_cents: number;
  cashback_balance_cents: number;
  total_cashback_cents: number;
  total_spent_cents: number;
  last_purchase_at: Moment | null;
  redemption_max_share_basis_points: number | null;
  redemption_min_purchase_cents: number | null;
  redemption_min_balance_cents: number | null;
  consents: Consents;
}

/**
 * The customer and the merchant's redemption rules, with balances as of `now`, settled by the job or not. A
 * mobile number is found with and without its ninth digit, as it was given first.
 */
export async function findCustomerByPhone(
  tx: TenantTransaction,
  phone: string,
  now: Moment,
): Promise<CustomerBalanceRow | undefined> {
  const [row] = await tx.query<CustomerBalanceRow>(
    {
      name: 'find_customer_by_phone',
      text: `SELECT c.id, c.phone, c.name, c.total_cashback_cents, c.total_spent_cents, c.last_purchase_at,
               coalesce(s.available_cents, c.available_cents) AS available_cents,
               coalesce(s.balance_cents, c.cashback_balance_cents) AS cashback_balance_cents,
               m.redemption_max_share_basis_points, m.redemption_min_purchase_cents, m.redemption_min_balance_cents,
               ${consentsOf('c')} AS consents
             FROM customers c
             JOIN merchants m ON m.id = c.merchant_id
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.merchant_id = $1 AND c.phone = ANY ($2::text[])
             ORDER BY array_position($2::text[], c.phone) LIMIT 1`,
    },
    [tx.merchantId, spellingsOf(phone), now],
  );
  return row;
}

export interface MaturingRow {
  remaining_cents: number;
  available_at: Moment;
}

/** The remaining amounts of open lots that have not matured, by the time they do, soonest first. */
export async function listMaturingLots(
  tx: TenantTransaction,
  customerId: string,
  now: Moment,
  limit: number,
): Promise<MaturingRow[]> {
  return await tx.query<MaturingRow>(
    {
      name: 'list_maturing_lots',
      text: `SELECT sum(remaining_cents)::bigint AS remaining_cents, available_at FROM cashback_lots
             WHERE merchant_id = $1 AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = $2 AND available_at > $3
             GROUP BY available_at ORDER BY available_at LIMIT $4`,
    },
    [tx.merchantId, customerId, now, limit],
  );
}

export interface ExpiringRow {
  remaining_cents: number;
  expires_at: Moment;
}

/** The remaining amounts of spendable lots that will expire, by the time they do, soonest first. */
export async function listExpiringLots(
  tx: TenantTransaction,
  customerId: string,
  now: Moment,
  limit: number,
): Promise<ExpiringRow[]> {
  return await tx.query<ExpiringRow>(
    {
      name: 'list_expiring_lots',
      text: `SELECT sum(remaining_cents)::bigint AS remaining_cents, expires_at FROM cashback_lots
             WHERE merchant_id = $1 AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = $2
               AND available_at <= $3 AND expires_at > $3
             GROUP BY expires_at ORDER BY expires_at LIMIT $4`,
    },
    [tx.merchantId, customerId, now, limit],
  );
}

export interface PurchaseRow {
  id: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  qr_scanned: boolean;
  status: 'completed' | 'reversed';
  created_at: Moment;
}

/** Purchases as they were made, later reversed ones included. */
export async function listLatestPurchases(
  tx: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<PurchaseRow[]> {
  return await tx.query<PurchaseRow>(
    {
      name: 'list_latest_dashboard_purchases',
      text: `SELECT id, amount_cents, cashback_cents, rate_basis_points, qr_scanned, status, created_at
             FROM transactions WHERE merchant_id = $1 AND customer_id = $2
             ORDER BY created_at DESC LIMIT $3`,
    },
    [tx.merchantId, customerId, limit],
  );
}

export interface RedemptionRow {
  id: string;
  amount_cents: number;
  completed_at: Moment;
}

/** Completed redemptions, later undone ones included. */
export async function listLatestRedemptions(
  tx: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<RedemptionRow[]> {
  return await tx.query<RedemptionRow>(
    {
      name: 'list_latest_dashboard_redemptions',
      text: `SELECT id, amount_cents, completed_at FROM redemptions
             WHERE merchant_id = $1 AND customer_id = $2 AND status <> 'pending'
             ORDER BY created_at DESC LIMIT $3`,
    },
    [tx.merchantId, customerId, limit],
  );
}

export interface ProgramRow extends MerchantAddress {
  name: string;
  program_name: string;
  logo_url: string | null;
  brand_color: string | null;
  time_zone: string;
  rate_basis_points: number;
  earning_min_purchase_cents: number;
  is_active: boolean;
  statement_protected: boolean;
  asks_for_proof: boolean;
}

/** The public fields of a merchant. */
export async function getProgram(tx: TenantTransaction): Promise<ProgramRow> {
  const [row] = await tx.query<ProgramRow>(
    {
      name: 'get_program',
      text: `SELECT name, program_name, logo_url, brand_color, time_zone, rate_basis_points,
               earning_min_purchase_cents, is_active,
               statement_protected, statement_protected OR redemption_proof <> 'never' AS asks_for_proof,
               ${ADDRESS_COLUMNS}
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** Inserts the customer; undefined if the phone is a customer already. */
export async function insertCustomer(
  tx: TenantTransaction,
  customer: { id: string; phone: string; name: string; email: string | null; now: Moment },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'insert_customer',
      text: `INSERT INTO customers (merchant_id, id, phone, name, email, referred_by_merchant_id, created_at)
             VALUES ($1, $2, $3, $4, $5, $1, $6)
             ON CONFLICT (merchant_id, phone) DO NOTHING RETURNING id`,
    },
    [tx.merchantId, customer.id, customer.phone, customer.name, customer.email, customer.now],
  );
  return row?.id;
}

/**
 * Gives a known customer the name and e-mail that the record lacks; existing ones stay. Another name than the
 * record's is kept beside it, for an employee to decide.
 */
export async function completeCustomer(
  tx: TenantTransaction,
  given: { phone: string; name: string; email: string | null },
): Promise<void> {
  await tx.query(
    {
      name: 'complete_customer',
      text: `UPDATE customers SET name = coalesce(name, $3), email = coalesce(email, $4),
               signup_name = CASE WHEN name IS NOT NULL AND fold_for_search(name) <> fold_for_search($3) THEN $3 END
             WHERE merchant_id = $1 AND phone = $2`,
    },
    [tx.merchantId, given.phone, given.name, given.email],
  );
}

/**
 * Announces the signup to integrations with that event; webhooks hear of every new customer through the
 * table's trigger.
 */
export async function announceSignup(tx: TenantTransaction, customerId: string, now: Moment): Promise<void> {
  await tx.query({ name: 'announce_signup', text: "SELECT announce($1, 'signup', NULL, $2, $2, $3)" }, [
    tx.merchantId,
    customerId,
    now,
  ]);
}

/** The merchants at which this spelling is a customer: ids only, each then read as its own tenant. */
export async function listMerchantIdsByPhone(
  tenancy: Tenancy,
  phone: string,
  limit: number,
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    { name: 'merchants_by_phone', text: 'SELECT * FROM lookup.merchants_by_phone($1, $2) AS id' },
    [phone, limit],
  );
  return rows.map((row) => row.id);
}
