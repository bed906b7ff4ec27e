import type { CreditTerms, OpeningBalance } from '../ledger/opening-balances.ts';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Ten thousand rows take longer than the usual timeout, in the server as in the driver. */
const LONG = { query_timeout: 35_000 };

/**
 * Prepares the transaction for many rows: longer timeouts, and new plans for its statements and for
 * foreign-key checks. A connection that last saw small tables has plans cached that would scan them ten
 * thousand times.
 */
export async function prepareForManyRows(tx: TenantTransaction): Promise<void> {
  await tx.query(
    {
      name: 'prepare_for_many_rows',
      text: `SELECT set_config('statement_timeout', '30000', true), set_config('jit', 'off', true),
               set_config('enable_seqscan', 'off', true)`,
    },
    [],
  );
  await tx.query({ name: 'discard_plans', text: 'DISCARD PLANS' }, []);
}

/** Locks imports of this merchant until the transaction ends. False if another transaction holds the lock. */
export async function tryLockImport(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    {
      name: 'try_lock_import',
      text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    },
    [`customers.import:${tx.merchantId}`],
  );
  return row?.locked === true;
}

/** The phones among these that are customers. */
export async function listKnownPhones(tx: TenantTransaction, phones: string[]): Promise<string[]> {
  const rows = await tx.query<{ phone: string }>(
    {
      ...LONG,
      name: 'list_known_phones',
      text: 'SELECT phone FROM customers WHERE merchant_id = $1 AND phone = ANY ($2::text[])',
    },
    [tx.merchantId, phones],
  );
  return rows.map((row) => row.phone);
}

export interface NewCustomer {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  /** The opening balance, credited by `terms` in the same transaction. */
  balanceCents: number;
}

/** Inserts customers with an unknown phone, with their cached opening balances. Returns the ids inserted. */
export async function insertNewCustomers(
  tx: TenantTransaction,
  customers: readonly NewCustomer[],
  terms: CreditTerms,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      ...LONG,
      name: 'insert_new_customers',
      text: `INSERT INTO customers (merchant_id, id, phone, name, email, available_cents, cashback_balance_cents,
               balance_as_of, balance_changes_at, created_at)
             SELECT $1, id, phone, name, email, cents, cents, CASE WHEN cents > 0 THEN $7::timestamptz END,
               CASE WHEN cents > 0 THEN $8::timestamptz END, $7
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[])
               AS customer (id, phone, name, email, cents)
             ON CONFLICT (merchant_id, phone) DO NOTHING RETURNING id`,
    },
    [
      tx.merchantId,
      customers.map((customer) => customer.id),
      customers.map((customer) => customer.phone),
      customers.map((customer) => customer.name),
      customers.map((customer) => customer.email),
      customers.map((customer) => customer.balanceCents),
      terms.at,
      terms.expiresAt,
    ],
  );
  return rows.map((row) => row.id);
}

export async function insertOpeningAdjustments(
  tx: TenantTransaction,
  balances: readonly OpeningBalance[],
  cause: { employeeId: string; reason: string; at: Moment },
): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'insert_opening_adjustments',
      text: `INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at)
             SELECT $1, id, customer_id, $5, cents, $6, $7
             FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS adjustment (id, customer_id, cents)`,
    },
    [
      tx.merchantId,
      balances.map((balance) => balance.adjustmentId),
      balances.map((balance) => balance.customerId),
      balances.map((balance) => balance.amountCents),
      cause.employeeId,
      cause.reason,
      cause.at,
    ],
  );
}

/**
 * Fills in names and e-mails that customers lack; existing ones stay. Returns how many were changed. Locks in
 * the order of ids, as all code that locks several customers.
 */
export async function completeCustomers(
  tx: TenantTransaction,
  customers: readonly { phone: string; name: string | null; email: string | null }[],
): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    {
      ...LONG,
      name: 'complete_customers',
      text: `WITH lacking AS MATERIALIZED (
               SELECT c.id, given.name, given.email
               FROM unnest($2::text[], $3::text[], $4::text[]) AS given (phone, name, email)
               JOIN customers c ON c.merchant_id = $1 AND c.phone = given.phone
               WHERE (c.name IS NULL AND given.name IS NOT NULL) OR (c.email IS NULL AND given.email IS NOT NULL)
               ORDER BY c.id FOR NO KEY UPDATE OF c)
             UPDATE customers c SET name = coalesce(c.name, l.name), email = coalesce(c.email, l.email)
             FROM lacking l WHERE c.merchant_id = $1 AND c.id = l.id RETURNING c.id`,
    },
    [
      tx.merchantId,
      customers.map((customer) => customer.phone),
      customers.map((customer) => customer.name),
      customers.map((customer) => customer.email),
    ],
  );
  return rows.length;
}
