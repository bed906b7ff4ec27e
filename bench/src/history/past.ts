import { idOf } from '../population.ts';
import type { Merchant } from './merchant.ts';

/** Customers `first` to `first + count - 1`, all with the same past. */
export interface Past {
  first: number;
  count: number;
  /** Two purchases, then one redemption that spends both credits: four rows in the ledger. */
  visits: number;
  /** Purchases after that whose credits are still whole: one row each. */
  unspent: number;
}

export const LEDGER_ROWS_PER_VISIT = 4;
export const RATE_BASIS_POINTS = 500;
/** Amount of a redemption; the opening credit of `insertCustomers` lasts for fifty thousand of them. */
export const REDEEMED_CENTS = 100;
const OPENING_PURCHASE_CENTS = 100_000_000;

export const phoneOf = (customer: number) => `119${String(customer).padStart(8, '0')}`;

/**
 * The customers, without totals. The ids are those of `idOf('customer', number)`, and `hist_customers` keeps
 * them by number for the statements that follow.
 */
const INSERT_CUSTOMERS = `
  WITH made AS (
    INSERT INTO customers (merchant_id, id, phone, created_at)
    SELECT $1, u.id, u.phone, now() - interval '2 years' FROM unnest($2::uuid[], $3::text[]) AS u (id, phone)
    RETURNING id)
  INSERT INTO hist_customers SELECT $4 + u.ordinal - 1, u.id
  FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, ordinal) JOIN made USING (id)`;

/**
 * Every purchase of every customer: spread evenly over a year, customers taking turns, so that one customer's
 * rows lie as far apart as they do at a merchant. The opening credit is the newest and has no turn.
 */
const STAGE_PURCHASES = `
  INSERT INTO hist_purchases
  SELECT uuidv7(p.at - now()), p.id, p.turn, p.at, p.amount_cents, (p.amount_cents * ${RATE_BASIS_POINTS} + 5000) / 10000
  FROM (
    SELECT c.id, turn, CASE WHEN turn = $3 THEN now() - interval '1 minute' ELSE now() - interval '1 year'
        + (turn + (c.number * 7919 % 25000) / 25000.0) / greatest($3, 1) * interval '364 days' END AS at,
      CASE WHEN turn = $3 THEN ${OPENING_PURCHASE_CENTS} ELSE 5000 + (c.number * 31 + turn * 17) % 20000 END::bigint AS amount_cents
    FROM hist_customers c CROSS JOIN generate_series(0, $3::integer) AS turn
    WHERE c.number BETWEEN $1 AND $2) p`;

const STAGE_REDEMPTIONS = `
  INSERT INTO hist_redemptions
  SELECT uuidv7(last.at + interval '1 second' - now()), last.customer_id, last.turn, last.at + interval '1 second',
    first.cashback_cents + last.cashback_cents
  FROM hist_purchases last
  JOIN hist_purchases first ON first.customer_id = last.customer_id AND first.turn = last.turn - 1
  JOIN hist_customers c ON c.id = last.customer_id
  WHERE c.number BETWEEN $1 AND $2 AND last.turn % 2 = 1 AND last.turn < $3`;

/**
 * Inserts the rows in the order in which a year would have written them. $1 is the merchant, $2 the selling
 * employee. Turns 2n and 2n + 1 share the redemption after 2n + 1, hence `turn | 1`.
 */
const INSERT_ROWS = [
  `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
     token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at)
   SELECT $1, purchase_id, customer_id, $2, amount_cents, cashback_cents, ${RATE_BASIS_POINTS}, sha256(uuid_send(purchase_id)),
     at + interval '1 day', true, at, at
   FROM hist_purchases ORDER BY at`,
  `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, status,
     completed_at, created_at)
   SELECT $1, redemption_id, customer_id, $2, amount_cents, sha256(uuid_send(redemption_id)), at + interval '1 day',
     'completed', at, at
   FROM hist_redemptions ORDER BY at`,
  `INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
     rate_basis_points, available_at, created_at)
   SELECT $1, p.purchase_id, p.customer_id, p.purchase_id, p.cashback_cents,
     CASE WHEN r.redemption_id IS NULL THEN p.cashback_cents ELSE 0 END, ${RATE_BASIS_POINTS}, p.at, p.at
   FROM hist_purchases p
   LEFT JOIN hist_redemptions r ON r.customer_id = p.customer_id AND r.last_turn = p.turn | 1
   WHERE $2::uuid IS NOT NULL ORDER BY p.at`,
  `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
   SELECT $1, customer_id, lot_id, kind, source_id, cents,
     sum(cents) OVER (PARTITION BY customer_id ORDER BY at, turn), at
   FROM (
     SELECT customer_id, purchase_id AS lot_id, 'accrual' AS kind, purchase_id AS source_id, cashback_cents AS cents, at, turn
     FROM hist_purchases
     UNION ALL
     SELECT p.customer_id, p.purchase_id, 'redemption', r.redemption_id, -p.cashback_cents, r.at, p.turn
     FROM hist_redemptions r
     JOIN hist_purchases p ON p.customer_id = r.customer_id AND p.turn | 1 = r.last_turn) entry
   WHERE $2::uuid IS NOT NULL ORDER BY at, turn`,
  `UPDATE customers c SET cashback_balance_cents = s.balance, available_cents = s.balance,
     total_cashback_cents = s.accrued, total_spent_cents = s.spent, last_purchase_at = s.last_at, balance_as_of = s.last_at
   FROM (
     SELECT p.customer_id, sum(p.cashback_cents) AS accrued, sum(p.amount_cents) AS spent, max(p.at) AS last_at,
       sum(p.cashback_cents) - coalesce((SELECT sum(r.amount_cents) FROM hist_redemptions r
         WHERE r.customer_id = p.customer_id), 0) AS balance
     FROM hist_purchases p GROUP BY p.customer_id) s
   WHERE c.merchant_id = $1 AND c.id = s.customer_id AND $2::uuid IS NOT NULL`,
];

/**
 * Writes customers and their past for a merchant that has none, set by set, such that `ledger:verify` holds.
 * Every customer ends with an opening credit, the newest: redeeming needs something to redeem, whatever the
 * past.
 */
export async function insertPasts(merchant: Merchant, pasts: readonly Past[]): Promise<void> {
  const { owner, merchantId, employeeId } = merchant;
  // Rows made here refer to each other by construction; checking each of a million references would take
  // minutes.
  await owner.query("SET session_replication_role = 'replica'");
  await owner.query("SET work_mem = '256MB'");
  await owner.query(`
    CREATE TEMP TABLE hist_customers (number integer, id uuid);
    CREATE TEMP TABLE hist_purchases (purchase_id uuid, customer_id uuid, turn integer, at timestamptz, amount_cents bigint,
      cashback_cents bigint);
    CREATE TEMP TABLE hist_redemptions (redemption_id uuid, customer_id uuid, last_turn integer, at timestamptz,
      amount_cents bigint)`);
  for (const { first, count, visits, unspent } of pasts) {
    const numbers = Array.from({ length: count }, (_, offset) => first + offset);
    const ids = numbers.map((number) => idOf('customer', number));
    await owner.query(INSERT_CUSTOMERS, [merchantId, ids, numbers.map(phoneOf), first]);
    await owner.query(STAGE_PURCHASES, [first, first + count - 1, 2 * visits + unspent]);
    await owner.query('ANALYZE hist_customers, hist_purchases');
    await owner.query(STAGE_REDEMPTIONS, [first, first + count - 1, 2 * visits]);
  }
  await owner.query('CREATE INDEX ON hist_redemptions (customer_id, last_turn)');
  await owner.query('ANALYZE hist_redemptions');
  for (const statement of INSERT_ROWS) await owner.query(statement, [merchantId, employeeId]);
  await owner.query('DROP TABLE hist_customers, hist_purchases, hist_redemptions');
}
