import { otherSpelling } from 'domain/doubt-phone';
import type { CreditTerms, OpeningBalance } from '../ledger/opening-balances.ts';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * Has the connection's statements and foreign keys planned again, for tables as large as they are now: a
 * plan that was made for a small table reads all of it for each row. Only for a connection of the imports'
 * own: requests would have to plan all of theirs again.
 */
export async function planAgain(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'discard_plans', text: 'DISCARD PLANS' }, []);
}

/** Locks openings of this merchant's imports until the transaction ends. False if another has the lock. */
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

/** Whether an unfinished import began or stored a batch in the last so many seconds. */
export async function hasImportWithin(tx: TenantTransaction, seconds: number): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'has_import_within',
      text: `SELECT 1 FROM customer_imports WHERE merchant_id = $1 AND finished_at IS NULL
               AND advanced_at > money_now() - make_interval(secs => $2)`,
    },
    [tx.merchantId, seconds],
  );
  return rows.length > 0;
}

export async function insertImport(
  tx: TenantTransaction,
  opened: { id: string; employeeId: string; refusedLines: number[]; validCount: number },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_customer_import',
      text: `INSERT INTO customer_imports (merchant_id, id, employee_id, refused_lines, valid_count, created_at,
               advanced_at)
             VALUES ($1, $2, $3, $4::int[], $5, $6, $6)`,
    },
    [tx.merchantId, opened.id, opened.employeeId, opened.refusedLines, opened.validCount, tx.now],
  );
}

export interface ImportRow {
  id: string;
  employee_id: string;
  refused_lines: number[];
  valid_count: number;
  stored_count: number;
  new_count: number;
  completed_count: number;
  credit_count: number;
  /** Centavos. */
  credit_cents: number;
  overtaken_lines: number[];
  finished_at: Moment | null;
}

/** Reads the import and locks its row: no other transaction stores a batch of it before this one ends. */
export async function lockImport(tx: TenantTransaction, id: string): Promise<ImportRow> {
  const [row] = await tx.query<ImportRow>(
    {
      name: 'lock_customer_import',
      text: `SELECT id, employee_id, refused_lines, valid_count, stored_count, new_count, completed_count,
               credit_count, credit_cents, overtaken_lines, finished_at
             FROM customer_imports WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    },
    [tx.merchantId, id],
  );
  if (!row) throw new Error('the import is not there');
  return row;
}

export async function updateImport(tx: TenantTransaction, row: ImportRow): Promise<void> {
  await tx.query(
    {
      name: 'update_customer_import',
      text: `UPDATE customer_imports SET stored_count = $3, new_count = $4, completed_count = $5, credit_count = $6,
               credit_cents = $7, overtaken_lines = $8::int[], advanced_at = $9, finished_at = $10
             WHERE merchant_id = $1 AND id = $2`,
    },
    [
      tx.merchantId,
      row.id,
      row.stored_count,
      row.new_count,
      row.completed_count,
      row.credit_count,
      row.credit_cents,
      row.overtaken_lines,
      tx.now,
      row.finished_at,
    ],
  );
}

/** The phones among these that are customers, and were at this moment. */
export async function listKnownPhones(
  tx: TenantTransaction,
  phones: string[],
  until: Moment,
): Promise<string[]> {
  const rows = await tx.query<{ phone: string }>(
    {
      name: 'list_known_phones',
      text: `SELECT phone FROM customers
             WHERE merchant_id = $1 AND phone = ANY ($2::text[]) AND created_at <= $3`,
    },
    [tx.merchantId, phones, until],
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

/**
 * Inserts customers with a phone that is unknown in either spelling, with their cached opening balances.
 * Returns the ids inserted. In the order of phones, so that two imports with the same ones cannot wait for
 * each other.
 */
export async function insertNewCustomers(
  tx: TenantTransaction,
  customers: readonly NewCustomer[],
  terms: CreditTerms,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'insert_new_customers',
      text: `INSERT INTO customers (merchant_id, id, phone, name, email, available_cents, cashback_balance_cents,
               balance_as_of, balance_changes_at, created_at)
             SELECT $1, id, phone, name, email, cents, cents, CASE WHEN cents > 0 THEN $7::timestamptz END,
               CASE WHEN cents > 0 THEN $8::timestamptz END, $7
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $9::text[])
               AS given (id, phone, name, email, cents, other_phone)
             WHERE NOT EXISTS (SELECT FROM customers c WHERE c.merchant_id = $1 AND c.phone = given.other_phone)
             ORDER BY phone
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
      customers.map((customer) => otherSpelling(customer.phone) ?? null),
    ],
  );
  return rows.map((row) => row.id);
}

export async function insertOpeningAdjustments(
  tx: TenantTransaction,
  balances: readonly OpeningBalance[],
  cause: { employeeId: string; reason: string; importId: string; at: Moment },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_opening_adjustments',
      text: `INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at,
               import_id)
             SELECT $1, id, customer_id, $5, cents, $6, $7, $8
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
      cause.importId,
    ],
  );
}

/**
 * Fills in names and e-mails that customers lack; existing ones stay. Where both spellings of a phone are
 * customers, the given one is meant. Returns how many were changed. Locks in the order of ids, as all code
 * that locks several customers.
 */
export async function completeCustomers(
  tx: TenantTransaction,
  customers: readonly { phone: string; name: string | null; email: string | null }[],
): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'complete_customers',
      text: `WITH lacking AS MATERIALIZED (
               SELECT c.id, given.name, given.email
               FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
                 AS given (phone, name, email, other_phone)
               CROSS JOIN LATERAL (
                 SELECT id FROM customers WHERE merchant_id = $1 AND phone IN (given.phone, given.other_phone)
                 ORDER BY phone <> given.phone LIMIT 1) found
               JOIN customers c ON c.merchant_id = $1 AND c.id = found.id
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
      customers.map((customer) => otherSpelling(customer.phone) ?? null),
    ],
  );
  return rows.length;
}
