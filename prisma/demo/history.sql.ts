import { Moment, type SqlValue } from '../../api/src/lib/moment.ts';
import type { TenantTransaction } from '../../api/src/tenant.ts';
import type { Regular } from './regulars.ts';
import type { RulesSince } from './story.ts';

/** A purchase as it stands today. Null where something did not happen. */
export interface PastPurchase {
  id: string;
  customerId: string;
  employeeId: string;
  amountCents: number;
  rateBasisPoints: number;
  tokenHash: Buffer;
  at: Date;
  confirmedAt: Date | null;
  /** The whole purchase was reversed, after it was confirmed. */
  reversal: { id: string; at: Date; reason: string } | null;
}

/** A redemption of all that the customer could spend. */
export interface PastRedemption {
  id: string;
  customerId: string;
  employeeId: string;
  tokenHash: Buffer;
  at: Date;
}

type Columns = readonly (readonly (SqlValue | Date)[])[];

async function run(tx: TenantTransaction, name: string, text: string, columns: Columns = []): Promise<void> {
  const sent = columns.map((column) =>
    column.map((value) => (value instanceof Date ? Moment.at(value) : value)),
  );
  await tx.query({ name: `demo_${name}`, text }, [tx.merchantId, ...sent]);
}

/**
 * For the rest of the transaction: what has happened already the product's own role may not write
 * (docs/decisions/0041), the database's owner may, who is logged in.
 */
export async function becomeOwner(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'demo_become_owner', text: 'SET LOCAL ROLE NONE' }, []);
}

export async function insertRegulars(
  tx: TenantTransaction,
  regulars: readonly { customer: Regular; since: Date }[],
): Promise<void> {
  await run(
    tx,
    'insert_regulars',
    `INSERT INTO customers (merchant_id, id, phone, name, email, referred_by_merchant_id, created_at)
     SELECT $1::uuid, u.id, u.phone, u.name, u.email, CASE WHEN u.is_signed_up THEN $1::uuid END, u.since
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::timestamptz[])
       AS u (id, phone, name, email, is_signed_up, since)`,
    [
      regulars.map(({ customer }) => customer.id),
      regulars.map(({ customer }) => customer.phone),
      regulars.map(({ customer }) => customer.name),
      regulars.map(({ customer }) => customer.email),
      regulars.map(({ customer }) => customer.isSignedUp),
      regulars.map(({ since }) => since),
    ],
  );
}

/** Inserts purchases and their reversals, with the audit entries of both. */
export async function insertPurchases(
  tx: TenantTransaction,
  purchases: readonly PastPurchase[],
  tokenTtlSeconds: number,
): Promise<void> {
  await run(
    tx,
    'insert_purchases',
    `WITH past AS (
       SELECT u.*, (u.amount_cents * u.rate + 5000) / 10000 AS cashback_cents
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::integer[], $7::bytea[],
         $8::timestamptz[], $9::timestamptz[], $10::uuid[], $11::timestamptz[], $12::text[])
         AS u (id, customer_id, employee_id, amount_cents, rate, token_hash, at, confirmed_at, reversal_id,
           reversed_at, reason)
     ), purchase AS (
       INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
         rate_basis_points, token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at, status,
         reversed_amount_cents, reversed_cashback_cents)
       SELECT $1, id, customer_id, employee_id, amount_cents, cashback_cents, rate, token_hash,
         at + ($13::integer[])[1] * interval '1 second', confirmed_at IS NOT NULL, confirmed_at, at,
         CASE WHEN reversal_id IS NULL THEN 'completed' ELSE 'reversed' END,
         CASE WHEN reversal_id IS NULL THEN 0 ELSE amount_cents END,
         CASE WHEN reversal_id IS NULL THEN 0 ELSE cashback_cents END
       FROM past ORDER BY at
     ), reversal AS (
       INSERT INTO purchase_reversals (merchant_id, id, customer_id, transaction_id, employee_id, amount_cents,
         cashback_cents, was_credited, taken_cents, forgone_cents, shortfall_cents, reason, created_at)
       SELECT $1, reversal_id, customer_id, id, employee_id, amount_cents, cashback_cents, true, cashback_cents,
         0, 0, reason, reversed_at
       FROM past WHERE reversal_id IS NOT NULL
     )
     INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, created_at)
     SELECT $1, employee_id, action, 'transaction', id, details, '127.0.0.1', happened_at
     FROM past CROSS JOIN LATERAL (
       SELECT 'cashback.issue', at, jsonb_build_object('amountCents', amount_cents, 'cashbackCents', cashback_cents)
       UNION ALL
       SELECT 'cashback.reverse', reversed_at, jsonb_build_object('reversalId', reversal_id, 'amountCents',
         amount_cents, 'cashbackCents', cashback_cents, 'takenCents', cashback_cents, 'shortfallCents', 0)
       WHERE reversal_id IS NOT NULL) act (action, happened_at, details)
     ORDER BY happened_at`,
    [
      purchases.map(({ id }) => id),
      purchases.map(({ customerId }) => customerId),
      purchases.map(({ employeeId }) => employeeId),
      purchases.map(({ amountCents }) => amountCents),
      purchases.map(({ rateBasisPoints }) => rateBasisPoints),
      purchases.map(({ tokenHash }) => tokenHash),
      purchases.map(({ at }) => at),
      purchases.map(({ confirmedAt }) => confirmedAt),
      purchases.map(({ reversal }) => reversal?.id ?? null),
      purchases.map(({ reversal }) => reversal?.at ?? null),
      purchases.map(({ reversal }) => reversal?.reason ?? null),
      [tokenTtlSeconds],
    ],
  );
}

/** Opens the lot of each confirmed purchase, with the rules in force when it was confirmed. */
export async function insertLots(
  tx: TenantTransaction,
  rules: readonly RulesSince[],
  now: Date,
): Promise<void> {
  await run(
    tx,
    'insert_lots',
    `INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
       rate_basis_points, maturing_days, expiration_days, available_at, expires_at, created_at)
     SELECT p.merchant_id, p.id, p.customer_id, p.id, p.cashback_cents, p.cashback_cents, p.rate_basis_points,
       r.maturing_days, r.expiration_days, a.available_at,
       lot_expires_at(a.available_at, r.expiration_days, m.time_zone), p.qr_scanned_at
     FROM transactions p
     JOIN merchants m ON m.id = p.merchant_id
     CROSS JOIN LATERAL (
       SELECT u.* FROM unnest($2::interval[], $3::integer[], $4::integer[])
         AS u (ago, expiration_days, maturing_days)
       WHERE ($5::timestamptz[])[1] - u.ago <= p.qr_scanned_at ORDER BY u.ago LIMIT 1) r
     CROSS JOIN LATERAL (
       SELECT lot_available_at(p.qr_scanned_at, r.maturing_days, m.time_zone) AS available_at) a
     WHERE p.merchant_id = $1 AND p.qr_scanned`,
    [
      rules.map(({ hoursAgo }) => `${hoursAgo} hours`),
      rules.map(({ expirationDays }) => expirationDays),
      rules.map(({ maturingDays }) => maturingDays),
      [now],
    ],
  );
}

/** Inserts the redemptions that find something to spend: each takes all of the customer's open lots. */
export async function insertRedemptions(
  tx: TenantTransaction,
  redemptions: readonly PastRedemption[],
  tokenTtlSeconds: number,
): Promise<void> {
  await run(
    tx,
    'insert_redemptions',
    `WITH past AS (
       SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::timestamptz[])
         AS u (id, customer_id, employee_id, token_hash, at)
     ), made AS (
       INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash,
         token_expires_at, status, completed_at, created_at)
       SELECT $1, r.id, r.customer_id, r.employee_id, sum(l.amount_cents), r.token_hash,
         r.at + ($7::integer[])[1] * interval '1 second', 'completed', r.at, r.at - interval '40 seconds'
       FROM cashback_lots l
       JOIN transactions p ON p.merchant_id = l.merchant_id AND p.id = l.id AND p.status = 'completed'
       CROSS JOIN LATERAL (
         SELECT past.* FROM past
         WHERE past.customer_id = l.customer_id AND past.at >= l.available_at AND past.at < l.expires_at
         ORDER BY past.at LIMIT 1) r
       WHERE l.merchant_id = $1
       GROUP BY r.id, r.customer_id, r.employee_id, r.token_hash, r.at ORDER BY r.at
       RETURNING *
     )
     INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, created_at)
     SELECT merchant_id, employee_id, 'redemption.create', 'redemption', id,
       jsonb_build_object('amountCents', amount_cents), '127.0.0.1', created_at
     FROM made ORDER BY created_at`,
    [
      redemptions.map(({ id }) => id),
      redemptions.map(({ customerId }) => customerId),
      redemptions.map(({ employeeId }) => employeeId),
      redemptions.map(({ tokenHash }) => tokenHash),
      redemptions.map(({ at }) => at),
      [tokenTtlSeconds],
    ],
  );
}

/** Writes the ledger: each lot's credit, and what became of it: reversed, redeemed, expired or still open. */
const INSERT_ENTRIES = `
  INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
    balance_after_cents, employee_id, reason, created_at)
  SELECT $1, customer_id, lot_id, kind, source_id, amount_cents,
    sum(amount_cents) OVER (PARTITION BY customer_id ORDER BY at, lot_id, amount_cents DESC
      ROWS UNBOUNDED PRECEDING),
    employee_id, reason, at
  FROM (
    SELECT l.customer_id, l.id AS lot_id, e.*
    FROM cashback_lots l
    LEFT JOIN purchase_reversals v ON v.merchant_id = l.merchant_id AND v.transaction_id = l.id
    LEFT JOIN LATERAL (
      SELECT r.id, r.completed_at FROM redemptions r
      WHERE r.merchant_id = l.merchant_id AND r.customer_id = l.customer_id AND v.id IS NULL
        AND r.completed_at >= l.available_at AND r.completed_at < l.expires_at
      ORDER BY r.completed_at LIMIT 1) r ON true
    CROSS JOIN LATERAL (
      SELECT 'accrual', l.id, l.amount_cents, NULL::uuid, NULL::text, l.created_at
      UNION ALL
      SELECT 'accrual_reversal', v.id, -l.amount_cents, v.employee_id, v.reason, v.created_at WHERE v.id IS NOT NULL
      UNION ALL
      SELECT 'redemption', r.id, -l.amount_cents, NULL, NULL, r.completed_at WHERE r.id IS NOT NULL
      UNION ALL
      SELECT 'expiry', l.id, -l.amount_cents, NULL, NULL, l.expires_at
      WHERE v.id IS NULL AND r.id IS NULL AND l.expires_at <= money_now()
    ) e (kind, source_id, amount_cents, employee_id, reason, at)
    WHERE l.merchant_id = $1
  ) entry
  ORDER BY at, lot_id, amount_cents DESC`;

const EMPTY_LOTS = `
  UPDATE cashback_lots l SET remaining_cents = 0
  FROM ledger_entries e
  WHERE l.merchant_id = $1 AND e.merchant_id = l.merchant_id AND e.lot_id = l.id AND e.amount_cents < 0`;

/** Brings what is kept of each customer up to now. */
const UPDATE_CUSTOMERS = `
  UPDATE customers c SET
    total_spent_cents = p.spent_cents, last_purchase_at = p.last_at,
    total_cashback_cents = coalesce(e.credited_cents, 0), cashback_balance_cents = s.balance_cents,
    available_cents = s.available_cents, balance_as_of = money_now(), balance_changes_at = s.changes_at
  FROM (SELECT customer_id, sum(amount_cents - reversed_amount_cents)::bigint AS spent_cents,
          max(created_at) FILTER (WHERE status = 'completed') AS last_at
        FROM transactions WHERE merchant_id = $1 GROUP BY customer_id) p
  LEFT JOIN (SELECT customer_id, sum(amount_cents)::bigint AS credited_cents FROM ledger_entries
             WHERE merchant_id = $1 AND kind IN ('accrual', 'accrual_reversal') GROUP BY customer_id) e
    USING (customer_id)
  CROSS JOIN LATERAL open_lots_summary($1, customer_id, money_now()) s
  WHERE c.merchant_id = $1 AND c.id = customer_id`;

export async function writeLedger(tx: TenantTransaction): Promise<void> {
  await run(tx, 'insert_entries', INSERT_ENTRIES);
  await run(tx, 'empty_lots', EMPTY_LOTS);
  await run(tx, 'update_customers', UPDATE_CUSTOMERS);
}
