import type pg from 'pg';
import { COUNTER_IP, type SimulatedMerchant, START, tokenHash } from './simulated-merchant.ts';

/**
 * Writes what the rules read of a merchant, as the product would have. Keys are not checked and triggers do
 * not run: the rows hold by construction, and rollups are no part of the watch.
 */
export async function fillMerchant(owner: pg.Client, made: SimulatedMerchant): Promise<void> {
  const { merchantId } = made;
  const reversed = new Set(made.reversals.map(({ purchase }) => purchase));
  const confirmed = new Map(made.purchases.map((purchase) => [purchase.id, purchase.confirmedAt !== null]));
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug, created_at)
     VALUES ($1::uuid, 'Loja', 'loja@loja.example', '1132104567', 'Rua A, 1', 'Clube', $1, $2)`,
    [merchantId, START],
  );
  const insert = (text: string, rows: object[]) => owner.query(text, [merchantId, JSON.stringify(rows)]);
  await insert(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT $1, id, 'Pessoa', id || '@loja.example', 'operator' FROM jsonb_to_recordset($2) AS r (id uuid)`,
    made.employees,
  );
  await insert(
    `INSERT INTO employee_devices SELECT $1, id, decode("deviceHash", 'hex'), now()
     FROM jsonb_to_recordset($2) AS r (id uuid, "deviceHash" text)`,
    made.employees,
  );
  await insert(
    `INSERT INTO customers (merchant_id, id, phone) SELECT $1, id, phone
     FROM jsonb_to_recordset($2) AS r (id uuid, phone text)`,
    made.customers,
  );
  await insert(
    `WITH r AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2) AS r (id uuid, customer uuid, employee uuid, cents bigint, at timestamptz,
         "confirmedAt" timestamptz, network text, "deviceHash" text, hash text, "isReversed" boolean)
     ), purchase AS (
       INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
         token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at, status, reversed_amount_cents, reversed_cashback_cents)
       SELECT $1, id, customer, employee, cents * 20, cents, 500, decode(hash, 'hex'), at + interval '30 days',
         "confirmedAt" IS NOT NULL, "confirmedAt", at, CASE WHEN "isReversed" THEN 'reversed' ELSE 'completed' END,
         CASE WHEN "isReversed" THEN cents * 20 ELSE 0 END,
         CASE WHEN "isReversed" THEN cents ELSE 0 END FROM r
     ), audit AS (
       INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, ip, created_at)
       SELECT $1, employee, 'cashback.issue', 'transaction', id::text, '${COUNTER_IP}', at FROM r
     )
     INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms, confirmed_at)
     SELECT $1, id, 'cashback', network, decode("deviceHash", 'hex'), 20000, "confirmedAt" FROM r
     WHERE "confirmedAt" IS NOT NULL`,
    made.purchases.map((purchase) => ({
      ...purchase,
      hash: tokenHash(),
      isReversed: reversed.has(purchase.id),
    })),
  );
  await insert(
    `WITH r AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2) AS r (id uuid, customer uuid, employee uuid, cents bigint, at timestamptz, lot uuid, hash text)
     ), redemption AS (
       INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, status,
         completed_at, created_at)
       SELECT $1, id, customer, employee, cents, decode(hash, 'hex'), at, 'completed', at, at FROM r
     )
     INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
     SELECT $1, customer, lot, 'redemption', id, -cents, 0, at FROM r`,
    made.redemptions.map((redemption) => ({ ...redemption, hash: tokenHash() })),
  );
  await insert(
    `INSERT INTO purchase_reversals (merchant_id, id, customer_id, transaction_id, employee_id, amount_cents, cashback_cents,
       was_credited, taken_cents, forgone_cents, shortfall_cents, reason, created_at)
     SELECT $1, id, customer, purchase, employee, 1, 0, "wasCredited", 0, 0, 0, 'Devolução', at
     FROM jsonb_to_recordset($2) AS r (id uuid, customer uuid, purchase uuid, employee uuid, at timestamptz, "wasCredited" boolean)`,
    made.reversals.map((reversal) => ({ ...reversal, wasCredited: confirmed.get(reversal.purchase) })),
  );
  await insert(
    `INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at)
     SELECT $1, id, customer, employee, cents, 'Ajuste', at
     FROM jsonb_to_recordset($2) AS r (id uuid, customer uuid, employee uuid, cents bigint, at timestamptz)`,
    made.corrections,
  );
  await insert(
    `INSERT INTO employee_phones (merchant_id, employee_id, phone, created_at) SELECT $1, employee, phone, at
     FROM jsonb_to_recordset($2) AS r (employee uuid, phone text, at timestamptz) ON CONFLICT DO NOTHING`,
    made.phones,
  );
  await insert(
    `INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at)
     SELECT $1, id, customer, at, at + interval '180 days'
     FROM jsonb_to_recordset($2) AS r (id uuid, customer uuid, at timestamptz) ON CONFLICT DO NOTHING`,
    made.devices,
  );
  await owner.query('RESET session_replication_role');
}
