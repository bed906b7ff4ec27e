import { INACTIVITY_MONTHS } from 'domain/retention';
import type pg from 'pg';

/** Rows that are due for retention, among the customers of one merchant. */
export interface OutlivedSize {
  customers: number;
  /** Rows of each other kind. */
  rows: number;
  /** Customers whose notice has come to its day. */
  due: number;
}

/** Numbers below are those of the buyers. */
const FIRST_PHONE = 40_000;

/** A third never bought, a third bought long ago, a third lately. All are older than the period. */
const CUSTOMERS = `
  INSERT INTO customers (merchant_id, id, phone, last_purchase_at, created_at)
  SELECT $1, gen_random_uuid(), '119' || lpad((n + ${FIRST_PHONE})::text, 8, '0'),
    CASE n % 3 WHEN 1 THEN now() - interval '${INACTIVITY_MONTHS.initial} months' WHEN 2 THEN now() - interval '9 days' END,
    now() - interval '${INACTIVITY_MONTHS.initial + 1} months' - n * interval '1 second'
  FROM generate_series(1, $2::int) n`;

const DUE_NOTICES = `
  INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at)
  SELECT merchant_id, id, now() - interval '31 days', now() - interval '1 day' FROM customers
  WHERE merchant_id = $1 AND phone >= '119' || lpad('${FIRST_PHONE}', 8, '0') AND last_purchase_at IS NULL
  LIMIT $2`;

const OTHER_KINDS = [
  `INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response, created_at)
   SELECT $1, gen_random_uuid(), 'cashback.issue', '\\x00', '{}', now() - interval '40 days' - n * interval '1 second'
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms, confirmed_at)
   SELECT $1, gen_random_uuid(), 'cashback', '203.0.113.0/24', '\\x00', 900, now() - interval '200 days' - n * interval '1 second'
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO audit_log (merchant_id, action, entity, entity_id, details, ip, user_agent, created_at)
   SELECT $1, 'cashback.issue', 'transaction', n, '{"amountCents": 1000}', '203.0.113.7', 'Browser',
     now() - interval '760 days' - n * interval '10 seconds'
   FROM generate_series(1, $2::int) n`,
];

/** `owner` is a superuser's connection. */
export async function insertOutlived(
  owner: pg.Client,
  merchantId: string,
  { customers, rows, due }: OutlivedSize,
): Promise<void> {
  await owner.query("SET session_replication_role = 'replica'");
  await owner.query(CUSTOMERS, [merchantId, customers]);
  await owner.query(DUE_NOTICES, [merchantId, due]);
  for (const text of OTHER_KINDS) await owner.query(text, [merchantId, rows]);
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM (ANALYZE)');
}
