import type pg from 'pg';

/** One merchant's past: that many purchases to that many customers. */
export interface MerchantPast {
  merchantId: string;
  employeeIds: string[];
  purchases: number;
  customers: number;
  /**
   * Older confirmations have left no lot and no entry in the ledger, which of ten million take longer to
   * write than all the rest.
   */
  ledgerDays: number;
}

/** Books that are whole. */
export const ALL_DAYS = 730;

export const RATE_BASIS_POINTS = 500;
const EXPIRATION_DAYS = 180;
const ZONE = "'America/Sao_Paulo'";
/** The newest purchase and all that follows from it have happened when the past is written. */
const END = "(now() - interval '2 hours')";
const YEARS = `interval '${ALL_DAYS} days'`;
/**
 * Share of the customers of the first day. The others join one after the other, in the order of their
 * numbers.
 */
const CLIENTELE_AT_FIRST = 0.15;

const customerId = (number: string) =>
  `('01938000-0003-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const cashbackOf = (cents: string) => `((${cents}) * ${RATE_BASIS_POINTS} + 5000) / 10000`;

/** Customers of long standing buy oftener; none buys before they joined. */
const CUSTOMERS = `
  INSERT INTO customers (merchant_id, id, phone, name, created_at)
  SELECT s.merchant_id, ${customerId('c')}, '119' || lpad(c::text, 8, '0'), 'Cliente ' || c,
    ${END} - ${YEARS} * (1 - greatest(0, (c::float8 / s.customers - ${CLIENTELE_AT_FIRST}) / ${1 - CLIENTELE_AT_FIRST}))
  FROM past_merchants s, generate_series(0, s.customers - 1) c`;

/**
 * Seventy of a hundred purchases are confirmed, two were reversed as a whole and two by half, confirmed ones
 * and others.
 */
const PURCHASES = `
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
    token_hash, token_expires_at, status, reversed_amount_cents, reversed_cashback_cents, qr_scanned, qr_scanned_at, created_at)
  SELECT merchant_id, id, ${customerId('customer')}, employee_id, cents, ${cashbackOf('cents')}, ${RATE_BASIS_POINTS},
    sha256(uuid_send(id)), at + interval '30 days', CASE WHEN reversed = cents THEN 'reversed' ELSE 'completed' END,
    reversed, ${cashbackOf('cents')} - ${cashbackOf('cents - reversed')}, n % 10 < 7,
    CASE WHEN n % 10 < 7 THEN at + interval '1 minute' END, at
  FROM (
    SELECT p.*, uuidv7(at - now()) AS id,
      CASE WHEN n % 100 IN (3, 8) THEN cents WHEN n % 100 IN (13, 18) THEN cents / 2 ELSE 0 END AS reversed
    FROM (
      SELECT s.merchant_id, n, ${END} - ${YEARS} * (1 - n::float8 / s.purchases) AS at,
        1500 + floor(28500 * random())::bigint AS cents,
        s.employee_ids[1 + floor(cardinality(s.employee_ids) * random())::integer] AS employee_id,
        floor(s.customers * (${CLIENTELE_AT_FIRST} + ${1 - CLIENTELE_AT_FIRST} * (n - 1)::float8 / s.purchases)
          * power(random(), 1.3))::integer AS customer
      FROM past_merchants s, generate_series(1, s.purchases) n OFFSET 0) p OFFSET 0) q`;

const REVERSALS = `
  INSERT INTO purchase_reversals (merchant_id, id, customer_id, transaction_id, employee_id, amount_cents, cashback_cents,
    was_credited, taken_cents, forgone_cents, shortfall_cents, reason, created_at)
  SELECT merchant_id, id, customer_id, id, employee_id, reversed_amount_cents, reversed_cashback_cents, qr_scanned,
    CASE WHEN qr_scanned THEN reversed_cashback_cents ELSE 0 END, CASE WHEN qr_scanned THEN 0 ELSE reversed_cashback_cents END,
    0, 'Devolução', created_at + interval '1 hour'
  FROM transactions WHERE reversed_amount_cents > 0`;

/** Outcome of each credit. One in ten is redeemed as a whole; the others past their expiry have expired. */
const CREDITS = `
  SELECT t.merchant_id, t.id, t.customer_id, t.employee_id, t.cashback_cents, t.qr_scanned_at AS at,
    t.reversed_cashback_cents AS reversed, x.expires_at,
    t.reversed_amount_cents = 0 AND t.amount_cents % 10 = 1 AS is_redeemed, x.expires_at < ${END} AS is_old,
    t.created_at >= ${END} - s.ledger_days * interval '1 day' AS has_books
  FROM transactions t JOIN past_merchants s ON s.merchant_id = t.merchant_id, LATERAL (SELECT lot_expires_at(t.qr_scanned_at, ${EXPIRATION_DAYS}, ${ZONE}) AS expires_at) x
  WHERE t.qr_scanned`;

const LOTS = `
  INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents, rate_basis_points,
    expiration_days, available_at, expires_at, created_at)
  SELECT merchant_id, id, customer_id, id, cashback_cents,
    CASE WHEN is_redeemed OR is_old THEN 0 ELSE cashback_cents - reversed END, ${RATE_BASIS_POINTS}, ${EXPIRATION_DAYS}, at,
    expires_at, at
  FROM (${CREDITS}) c WHERE has_books`;

const REDEMPTIONS = `
  INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, status,
    completed_at, created_at)
  SELECT merchant_id, id, customer_id, employee_id, cashback_cents, sha256(uuid_send(id)), at + interval '25 minutes',
    'completed', at + interval '11 minutes', at + interval '10 minutes'
  FROM (${CREDITS}) c WHERE is_redeemed`;

/** Entries of a lot, all under its id: the purchase, its reversal, the redemption that spent it. */
const ENTRIES = `
  INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
  SELECT merchant_id, customer_id, id, kind, id, cents,
    sum(cents) OVER (PARTITION BY merchant_id, customer_id ORDER BY entry_at, id, cents DESC), entry_at
  FROM (${CREDITS}) c, LATERAL (VALUES
    ('accrual', cashback_cents, at),
    ('accrual_reversal', -reversed, at + interval '59 minutes'),
    ('redemption', CASE WHEN is_redeemed THEN -cashback_cents ELSE 0 END, at + interval '11 minutes'),
    ('expiry', CASE WHEN is_old AND NOT is_redeemed THEN reversed - cashback_cents ELSE 0 END, expires_at + interval '1 minute')
  ) AS entry (kind, cents, entry_at)
  WHERE has_books AND cents <> 0`;

const TOTALS = `
  UPDATE customers c SET total_spent_cents = s.spent, last_purchase_at = s.last_at, total_cashback_cents = s.credited,
    cashback_balance_cents = s.balance, available_cents = s.balance, balance_as_of = now(), balance_changes_at = s.changes_at
  FROM (
    SELECT t.merchant_id, t.customer_id, sum(t.amount_cents - t.reversed_amount_cents) AS spent,
      max(t.created_at) FILTER (WHERE t.status = 'completed') AS last_at,
      coalesce(sum(t.cashback_cents - t.reversed_cashback_cents) FILTER (WHERE t.qr_scanned), 0) AS credited,
      coalesce(sum(l.remaining_cents), 0) AS balance, min(l.expires_at) FILTER (WHERE l.remaining_cents > 0) AS changes_at
    FROM transactions t LEFT JOIN cashback_lots l ON l.merchant_id = t.merchant_id AND l.id = t.id
    GROUP BY 1, 2) s
  WHERE c.merchant_id = s.merchant_id AND c.id = s.customer_id`;

const SPEND = `
  INSERT INTO marketing_spend (merchant_id, id, employee_id, amount_cents, date)
  SELECT merchant_id, uuidv7(), employee_ids[1], 50000 + 1000 * week, (${END} - week * interval '7 days')::date
  FROM past_merchants, generate_series(0, 103) week`;

const STATEMENTS = { CUSTOMERS, PURCHASES, REVERSALS, LOTS, REDEMPTIONS, ENTRIES, TOTALS, SPEND };

const SECONDARY_INDEXES = `
  SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'
    AND tablename IN ('customers', 'transactions', 'redemptions', 'cashback_lots', 'ledger_entries', 'purchase_reversals')`;

/**
 * Writes two years of merchants that end now, such that `ledger:verify` holds where the books are whole: set
 * by set, without triggers, and with the indexes built afterwards. The database must hold nothing else.
 * `owner` is a superuser's connection.
 */
export async function insertTwoYears(
  owner: pg.Client,
  merchants: readonly MerchantPast[],
  onProgress: (line: string) => void,
): Promise<void> {
  // Rows made here refer to each other by construction; checking each of ten million references would take an
  // hour.
  await owner.query("SET session_replication_role = 'replica'");
  await owner.query(
    "SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'; SET jit = off; SELECT setseed(0.4711)",
  );
  await owner.query(
    'CREATE TEMP TABLE past_merchants (merchant_id uuid, employee_ids uuid[], purchases integer, customers integer, ledger_days integer)',
  );
  for (const { merchantId, employeeIds, purchases, customers, ledgerDays } of merchants)
    await owner.query('INSERT INTO past_merchants VALUES ($1, $2, $3, $4, $5)', [
      merchantId,
      employeeIds,
      purchases,
      customers,
      ledgerDays,
    ]);
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(SECONDARY_INDEXES);
  for (const { name } of indexes) await owner.query(`DROP INDEX ${owner.escapeIdentifier(name)}`);
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    const startedAt = performance.now();
    await owner.query(statement);
    onProgress(`${name.toLowerCase()}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  }
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('DROP TABLE past_merchants; RESET ALL');
  await owner.query('VACUUM (ANALYZE)');
}
