import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { TokenItem } from '../ledger/token-confirmations.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface IssuingMerchantRow extends MerchantAddress {
  rate_basis_points: number;
  /** The customer's phone is the employee's, or was. */
  is_own_phone: boolean;
}

/** The merchant's rules that issuing needs, read in the transaction that issues. */
export async function getIssuingMerchant(
  tx: TenantTransaction,
  employeeId: string,
  customerPhone: string,
): Promise<IssuingMerchantRow> {
  const [row] = await tx.query<IssuingMerchantRow>(
    {
      name: 'get_issuing_merchant',
      text: `SELECT rate_basis_points, ${ADDRESS_COLUMNS}, EXISTS (SELECT FROM employee_phones
               WHERE merchant_id = $1 AND employee_id = $2 AND phone = $3) AS is_own_phone
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, employeeId, customerPhone],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/**
 * Finds or makes the customer with this phone and counts the purchase in `total_spent` and
 * `last_purchase_at`. A name is given to a customer who has none. Only that statement sets the column: its
 * trigger renews what searches read.
 */
export async function upsertBuyingCustomer(
  tx: TenantTransaction,
  customer: { newId: string; phone: string; name: string | undefined; amountCents: number; now: Date },
): Promise<string> {
  const { newId, phone, name, amountCents, now } = customer;
  const values = [tx.merchantId, newId, phone, amountCents, now];
  const [row] =
    name === undefined
      ? await tx.query<{ id: string }>(
          {
            name: 'upsert_buying_customer',
            text: `INSERT INTO customers AS c (merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at)
             VALUES ($1, $2, $3, $4, $5, $5)
             ON CONFLICT (merchant_id, phone) DO UPDATE SET
               total_spent_cents = c.total_spent_cents + excluded.total_spent_cents,
               last_purchase_at = greatest(c.last_purchase_at, excluded.last_purchase_at)
             RETURNING id`,
          },
          values,
        )
      : await tx.query<{ id: string }>(
          {
            name: 'upsert_named_buying_customer',
            text: `INSERT INTO customers AS c (merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name)
             VALUES ($1, $2, $3, $4, $5, $5, $6)
             ON CONFLICT (merchant_id, phone) DO UPDATE SET
               total_spent_cents = c.total_spent_cents + excluded.total_spent_cents,
               last_purchase_at = greatest(c.last_purchase_at, excluded.last_purchase_at),
               name = coalesce(c.name, excluded.name)
             RETURNING id`,
          },
          [...values, name],
        );
  if (!row) throw new Error('upsert returned no customer');
  return row.id;
}

/** The reasons not to insert a purchase; both are null if it was inserted. */
export interface PurchaseDoubts {
  /** The customer bought for the same amount within two minutes, and keeps all of it; when. */
  same_at: Date | null;
  /** The merchant's usual purchase, where this one is more than ten times it. */
  usual_cents: number | null;
}

/**
 * Inserts the purchase; with `isDoubted` only where it raises no doubt. The customer's row is locked by then,
 * so a purchase that another counter makes at the same moment is seen. The usual purchase is the mean of the
 * latest thirty days in the rollups, as far as they are applied, from twenty purchases on.
 */
export async function insertPurchase(
  tx: TenantTransaction,
  purchase: {
    id: string;
    customerId: string;
    employeeId: string;
    amountCents: number;
    cashbackCents: number;
    rateBasisPoints: number;
    tokenHash: Buffer;
    tokenExpiresAt: Date;
    createdAt: Date;
    isDoubted: boolean;
  },
): Promise<PurchaseDoubts> {
  const [row] = await tx.query<PurchaseDoubts>(
    {
      name: 'insert_purchase',
      text: `WITH same AS (
               SELECT max(created_at) AS same_at FROM transactions
               WHERE $11 AND merchant_id = $1 AND customer_id = $3 AND amount_cents = $5
                 AND created_at > $10::timestamptz - interval '2 minutes' AND reversed_amount_cents = 0),
             usual AS (
               SELECT (sum(revenue_cents) / sum(purchases))::bigint AS usual_cents
               FROM (SELECT revenue_cents, purchases FROM daily_rollups
                     WHERE $11 AND merchant_id = $1 ORDER BY day DESC LIMIT 30) latest
               HAVING sum(purchases) >= 20),
             doubts AS (
               SELECT same_at, usual_cents FROM same LEFT JOIN usual ON usual_cents * 10 < $5),
             inserted AS (
               INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
                 rate_basis_points, token_hash, token_expires_at, created_at)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM doubts
               WHERE same_at IS NULL AND usual_cents IS NULL)
             SELECT same_at, usual_cents FROM doubts`,
    },
    [
      tx.merchantId,
      purchase.id,
      purchase.customerId,
      purchase.employeeId,
      purchase.amountCents,
      purchase.cashbackCents,
      purchase.rateBasisPoints,
      purchase.tokenHash,
      purchase.tokenExpiresAt,
      purchase.createdAt,
      purchase.isDoubted,
    ],
  );
  if (!row) throw new Error('insert_purchase returned no row');
  return row;
}

/** The hash of the purchase's token, stored when it was issued. */
export async function getTokenHash(tx: TenantTransaction, transactionId: string): Promise<Buffer> {
  const [row] = await tx.query<{ token_hash: Buffer }>(
    {
      name: 'get_purchase_token_hash',
      text: 'SELECT token_hash FROM transactions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, transactionId],
  );
  if (!row) throw new Error('a purchase that was answered has no row');
  return row.token_hash;
}

/**
 * True once the customer has confirmed this purchase's code; undefined when the merchant has no such
 * purchase.
 */
export async function findIsConfirmed(
  tx: TenantTransaction,
  transactionId: string,
): Promise<boolean | undefined> {
  const [row] = await tx.query<{ qr_scanned: boolean }>(
    {
      name: 'find_is_confirmed',
      text: 'SELECT qr_scanned FROM transactions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, transactionId],
  );
  return row?.qr_scanned;
}

export interface CashbackConfirmationRow {
  ordinal: number;
  outcome: 'confirmed' | 'repeated' | 'unknown';
  merchant_id: string;
  transaction_id: string;
  merchant_name: string;
  signup_link_slug: string;
  logo_url: string | null;
  brand_color: string | null;
  time_zone: string;
  phone: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  available_cents: number;
  available_at: Date | null;
  /** Set only when the purchase was confirmed before; null for a first confirmation. */
  confirmed_at: Date | null;
  answered_at: Date;
}

/** Confirms every token in one statement; a row for each, in no particular order. */
export async function confirmCashbackTokens(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  items: TokenItem[],
): Promise<CashbackConfirmationRow[]> {
  return await tenancy.withoutTenant<CashbackConfirmationRow>(
    {
      name: 'confirm_cashback',
      text: 'SELECT * FROM confirm_cashback($1, $2)',
    },
    [items.map((item) => item.tokenHash), items.map((item) => item.hostMerchantId ?? null)],
  );
}
