import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { TokenItem } from '../ledger/token-confirmations.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface RedeemingCustomerRow {
  id: string;
  phone: string;
  available_cents: number;
  /** The customer's phone is the employee's, or was. */
  is_own_phone: boolean;
}

/** The customer with the balance as it is at `now`, whatever the nightly job has done so far. */
export async function findRedeemingCustomer(
  tx: TenantTransaction,
  { customerId, employeeId }: { customerId: string; employeeId: string },
  now: Date,
): Promise<RedeemingCustomerRow | undefined> {
  const [row] = await tx.query<RedeemingCustomerRow>(
    {
      name: 'find_redeeming_customer',
      text: `SELECT c.id, c.phone, coalesce(s.available_cents, c.available_cents) AS available_cents,
               EXISTS (SELECT FROM employee_phones p WHERE p.merchant_id = $1 AND p.employee_id = $4 AND p.phone = c.phone)
                 AS is_own_phone
             FROM customers c
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.merchant_id = $1 AND c.id = $2 AND c.merged_into_id IS NULL`,
    },
    [tx.merchantId, customerId, now, employeeId],
  );
  return row;
}

export async function findRedeemingCustomerId(
  tx: TenantTransaction,
  phone: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'find_redeeming_customer_id',
      text: 'SELECT id FROM customers WHERE merchant_id = $1 AND phone = $2',
    },
    [tx.merchantId, phone],
  );
  return row?.id;
}

export interface RedeemingMerchantRow extends MerchantAddress {
  redemption_max_share_basis_points: number | null;
  redemption_min_purchase_cents: number | null;
  redemption_min_balance_cents: number | null;
}

/** The merchant's rules that redeeming needs, read in the transaction that redeems. */
export async function getRedeemingMerchant(tx: TenantTransaction): Promise<RedeemingMerchantRow> {
  const [row] = await tx.query<RedeemingMerchantRow>(
    {
      name: 'get_redeeming_merchant',
      text: `SELECT ${ADDRESS_COLUMNS}, redemption_max_share_basis_points,
               redemption_min_purchase_cents, redemption_min_balance_cents
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

export async function insertRedemption(
  tx: TenantTransaction,
  redemption: {
    id: string;
    customerId: string;
    employeeId: string;
    amountCents: number;
    purchaseAmountCents: number | null;
    tokenHash: Buffer;
    tokenExpiresAt: Date;
    createdAt: Date;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_redemption',
      text: `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, purchase_amount_cents,
               token_hash, token_expires_at, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      tx.merchantId,
      redemption.id,
      redemption.customerId,
      redemption.employeeId,
      redemption.amountCents,
      redemption.purchaseAmountCents,
      redemption.tokenHash,
      redemption.tokenExpiresAt,
      redemption.createdAt,
    ],
  );
}

/** The hash of the redemption's token, stored when it was made. */
export async function getTokenHash(tx: TenantTransaction, redemptionId: string): Promise<Buffer> {
  const [row] = await tx.query<{ token_hash: Buffer }>(
    {
      name: 'get_redemption_token_hash',
      text: 'SELECT token_hash FROM redemptions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, redemptionId],
  );
  if (!row) throw new Error('a redemption that was answered has no row');
  return row.token_hash;
}

/**
 * True once the customer has confirmed the redemption; undefined when the merchant has no such redemption.
 */
export async function findIsCompleted(
  tx: TenantTransaction,
  redemptionId: string,
): Promise<boolean | undefined> {
  const [row] = await tx.query<{ status: string }>(
    {
      name: 'find_redemption_status',
      text: 'SELECT status FROM redemptions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, redemptionId],
  );
  return row && row.status === 'completed';
}

export interface RedemptionConfirmationRow {
  ordinal: number;
  outcome: 'confirmed' | 'repeated' | 'insufficient' | 'unknown';
  merchant_id: string;
  redemption_id: string;
  merchant_name: string;
  signup_link_slug: string;
  logo_url: string | null;
  brand_color: string | null;
  phone: string;
  amount_cents: number;
  available_cents: number;
  /** Set only when the redemption was confirmed before; null for a first confirmation. */
  confirmed_at: Date | null;
  answered_at: Date;
}

/** Confirms every token in one statement; a row for each, in no particular order. */
export async function confirmRedemptionTokens(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  items: TokenItem[],
): Promise<RedemptionConfirmationRow[]> {
  return await tenancy.withoutTenant<RedemptionConfirmationRow>(
    {
      name: 'confirm_redemption',
      text: 'SELECT * FROM confirm_redemption($1, $2)',
    },
    [items.map((item) => item.tokenHash), items.map((item) => item.hostMerchantId ?? null)],
  );
}
