import type pg from 'pg';

/** Entries in one customer's history: 11 credits, 3 redemptions over 2 lots each, 3 expiries. */
export const ENTRIES_PER_CUSTOMER = 20;

/**
 * A customer's ledger in order, in units of a tenth of a credit: which lot, what happened, how much, on which
 * day. The redemptions empty one lot and begin the next; lots 4 to 6 expire; lots 7 to 11 stay open.
 */
const HISTORY = `
  (1, 1, 'accrual', 10, 0), (2, 2, 'accrual', 10, 1), (3, 1, 'redemption', -10, 2), (4, 2, 'redemption', -4, 2),
  (5, 3, 'accrual', 10, 3), (6, 2, 'redemption', -6, 4), (7, 3, 'redemption', -6, 4), (8, 4, 'accrual', 10, 5),
  (9, 3, 'redemption', -4, 6), (10, 4, 'redemption', -4, 6), (11, 5, 'accrual', 10, 7), (12, 6, 'accrual', 10, 8),
  (13, 7, 'accrual', 10, 9), (14, 8, 'accrual', 10, 10), (15, 4, 'expiry', -6, 100), (16, 5, 'expiry', -10, 100),
  (17, 6, 'expiry', -10, 100), (18, 9, 'accrual', 10, 101), (19, 10, 'accrual', 10, 102), (20, 11, 'accrual', 10, 103)`;

/** Ids computed from numbers, so that each statement knows what the others wrote. */
const PLANS = `
  CREATE TEMP TABLE merchant AS SELECT m, md5('merchant ' || m)::uuid AS id, md5('staff ' || m)::uuid AS employee_id
    FROM generate_series(1, $merchants) AS m;
  CREATE TEMP TABLE person AS
    SELECT s.id AS merchant_id, s.employee_id, c, md5(concat('customer ', s.m, ' ', c))::uuid AS id, 10 * (1 + c % 50) AS unit
    FROM merchant s, generate_series(1, $customers) AS c;
  CREATE TEMP TABLE history (step int, lot int, kind text, units int, day int);
  INSERT INTO history VALUES ${HISTORY};
  CREATE TEMP TABLE event AS
    SELECT p.merchant_id, p.employee_id, p.id AS customer_id, h.step, h.lot, h.kind, h.units * p.unit AS cents,
      timestamptz '2026-01-01 12:00Z' + h.day * interval '1 day' AS at,
      md5(concat('lot ', p.id, ' ', h.lot))::uuid AS lot_id, md5(concat('redemption ', p.id, ' ', h.day))::uuid AS redemption_id,
      CASE WHEN h.lot <= 6 THEN timestamptz '2026-04-01 03:00Z' ELSE timestamptz '2036-04-01 03:00Z' END AS expires_at,
      sum(h.units * p.unit) OVER (PARTITION BY p.id ORDER BY h.step) AS balance
    FROM person p, history h;`;

const ROWS = `
  INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug)
    SELECT id, 'Loja ' || m, 'loja@loja.example', '1132104567', 'Rua A, 1', 'Clube', 'loja-' || m FROM merchant;
  INSERT INTO employees (merchant_id, id, name, email, role)
    SELECT id, employee_id, 'Maria', employee_id || '@loja.example', 'owner' FROM merchant;
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
      token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at)
    SELECT merchant_id, lot_id, customer_id, employee_id, cents * 20, cents, 500, sha256(uuid_send(lot_id)), at, true, at, at
    FROM event WHERE kind = 'accrual' ORDER BY step, customer_id;
  INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, status,
      completed_at, created_at)
    SELECT merchant_id, redemption_id, customer_id, employee_id, -sum(cents), sha256(uuid_send(redemption_id)), at, 'completed', at, at
    FROM event WHERE kind = 'redemption' GROUP BY merchant_id, redemption_id, customer_id, employee_id, at;
  INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents, rate_basis_points,
      expiration_days, available_at, expires_at, created_at)
    SELECT merchant_id, lot_id, customer_id, lot_id, max(cents), sum(cents), 500, 90, min(at), expires_at, min(at)
    FROM event GROUP BY merchant_id, lot_id, customer_id, expires_at ORDER BY min(step), customer_id;
  INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
    SELECT merchant_id, customer_id, lot_id, kind, CASE kind WHEN 'redemption' THEN redemption_id ELSE lot_id END, cents, balance, at
    FROM event ORDER BY step, customer_id;
  INSERT INTO customers (merchant_id, id, phone, cashback_balance_cents, available_cents, balance_as_of, balance_changes_at,
      total_cashback_cents, total_spent_cents, last_purchase_at, created_at)
    SELECT merchant_id, id, '11' || 910000000 + c, 50 * unit, 50 * unit, timestamptz '2026-04-14 12:00Z',
      timestamptz '2036-04-01 03:00Z', 110 * unit, 2200 * unit, timestamptz '2026-04-14 12:00Z', timestamptz '2026-01-01 12:00Z'
    FROM person;`;

/**
 * Writes the books of that many merchants with that many customers each, as the product would have kept them.
 * Rows lie in the order in which they would have come, customer beside customer. Needs a superuser on an
 * empty, migrated database.
 */
export async function fillLedger(
  owner: pg.Client,
  size: { merchants: number; customersPerMerchant: number },
): Promise<void> {
  const plans = PLANS.replace('$merchants', String(size.merchants)).replace(
    '$customers',
    String(size.customersPerMerchant),
  );
  // Foreign keys hold by construction; checking each of a million takes longer than all the rest.
  await owner.query(`SET session_replication_role = replica; SET work_mem = '256MB'; ${plans}`);
  await owner.query(ROWS);
  await owner.query(
    'DROP TABLE event, history, person, merchant; RESET session_replication_role; RESET work_mem; ANALYZE',
  );
}
