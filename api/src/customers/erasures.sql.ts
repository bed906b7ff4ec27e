import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Queries that erase a customer. What they change is listed in prisma/functions/erasures. */

export interface FamilyRow {
  id: string;
  merged_into_id: string | null;
  phone: string | null;
  former_phone: string | null;
  name: string | null;
  signup_name: string | null;
  email: string | null;
}

/**
 * Locks the record and all that were merged into it, in the order of their ids, as all code that locks
 * several customers. Of a merged record it is the one that it was merged into.
 */
export async function lockFamily(tx: TenantTransaction, customerId: string): Promise<FamilyRow[]> {
  return await tx.query<FamilyRow>(
    {
      name: 'lock_customer_family',
      text: `WITH RECURSIVE family AS (
               SELECT coalesce(c.merged_into_id, c.id) AS id FROM customers c WHERE c.merchant_id = $1 AND c.id = $2
               UNION SELECT m.source_customer_id FROM family
                 JOIN customer_merges m ON m.merchant_id = $1 AND m.target_customer_id = family.id
             )
             SELECT c.id, c.merged_into_id, c.phone, g.source_phone AS former_phone, c.name, c.signup_name, c.email
             FROM family
             JOIN customers c ON c.merchant_id = $1 AND c.id = family.id
             LEFT JOIN customer_merges g ON g.merchant_id = $1 AND g.source_customer_id = c.id
             ORDER BY c.id FOR NO KEY UPDATE OF c`,
    },
    [tx.merchantId, customerId],
  );
}

export interface ErasureRow {
  id: string;
  customer_id: string;
  forfeited_cents: number;
}

/** The erasure of a record, or of the one that it was merged into. */
export async function findErasure(
  tx: TenantTransaction,
  customerId: string,
): Promise<ErasureRow | undefined> {
  const [row] = await tx.query<ErasureRow>(
    {
      name: 'find_erasure',
      text: `SELECT e.id, e.customer_id, e.forfeited_cents FROM customers c
             JOIN erasures e ON e.merchant_id = $1 AND e.customer_id = coalesce(c.merged_into_id, c.id)
             WHERE c.merchant_id = $1 AND c.id = $2`,
    },
    [tx.merchantId, customerId],
  );
  return row;
}

/**
 * Returns the contacts that others have too: e-mails of another customer or of an employee of the merchant,
 * and phones that belong to another customer by now.
 */
export async function findOthersContacts(
  tx: TenantTransaction,
  { phones, emails }: { phones: string[]; emails: string[] },
): Promise<string[]> {
  const rows = await tx.query<{ contact: string }>(
    {
      name: 'find_others_contacts',
      text: `SELECT s.email AS contact FROM unnest($2::text[]) AS s (email)
             WHERE EXISTS (SELECT FROM employees WHERE merchant_id = $1 AND email = lower(s.email))
               OR EXISTS (
                 SELECT FROM customers
                 WHERE merchant_id = $1 AND email = lower(s.email) AND merged_into_id IS NULL AND phone IS NOT NULL)
             UNION ALL SELECT phone FROM customers WHERE merchant_id = $1 AND phone = ANY ($3)`,
    },
    [tx.merchantId, emails, phones],
  );
  return rows.map(({ contact }) => contact);
}

/** Writes the caches of a customer who has nothing any more. */
export async function emptyBalance(tx: TenantTransaction, customerId: string, at: Moment): Promise<void> {
  await tx.query(
    {
      name: 'empty_balance',
      text: `UPDATE customers SET available_cents = 0, cashback_balance_cents = 0, balance_as_of = $3,
               balance_changes_at = NULL
             WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, customerId, at],
  );
}

export type ErasureBasis = 'request' | 'retention' | 'restored';

export interface NewErasure {
  id: string;
  customerId: string;
  customerIds: string[];
  basis: ErasureBasis;
  requestedBy: string | null;
  forfeitedCents: number;
  at: Moment;
  sought: string[];
}

/** Erases what is found by the records' ids, and writes what is left to sweep for. */
export async function insertErasure(tx: TenantTransaction, erasure: NewErasure): Promise<void> {
  await tx.query(
    {
      name: 'insert_erasure',
      text: `INSERT INTO erasures (merchant_id, id, customer_id, customer_ids, basis, requested_by, forfeited_cents,
               erased_at, sought)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      tx.merchantId,
      erasure.id,
      erasure.customerId,
      erasure.customerIds,
      erasure.basis,
      erasure.requestedBy,
      erasure.forfeitedCents,
      erasure.at,
      erasure.sought,
    ],
  );
}

export async function eraseTraces(tx: TenantTransaction, customerIds: string[], at: Moment): Promise<void> {
  await tx.query({ name: 'erase_traces', text: 'SELECT erase_traces($1, $2, $3)' }, [
    tx.merchantId,
    customerIds,
    at,
  ]);
}

/** Announces each record's erasure: a receiver may know the customer by any of them. */
export async function announceErasure(
  tx: TenantTransaction,
  customerIds: string[],
  at: Moment,
): Promise<void> {
  await tx.query(
    {
      name: 'announce_erasure',
      text: `SELECT announce($1, NULL, 'customer.erased', id, id, $3) FROM unnest($2::uuid[]) AS id`,
    },
    [tx.merchantId, customerIds, at],
  );
}

/** Reads and cleans the next rows. False once no erasure of at least this age waits. */
export async function sweepRows(
  tx: TenantTransaction,
  { graceMs, rows }: { graceMs: number; rows: number },
): Promise<boolean> {
  const [row] = await tx.query<{ is_more: boolean }>(
    {
      name: 'sweep_traces',
      text: `SELECT sweep_traces($1, $2 * interval '1 millisecond', $3) AS is_more`,
    },
    [tx.merchantId, graceMs, rows],
  );
  return row?.is_more ?? false;
}

/** Undefined where no erasure of the merchant waits for its sweep. */
export async function findWaitingSweep(
  tx: TenantTransaction,
): Promise<{ is_requested: boolean } | undefined> {
  const [row] = await tx.query<{ is_requested: boolean }>(
    {
      name: 'find_waiting_sweep',
      text: `SELECT bool_or(basis = 'request') AS is_requested FROM erasures
             WHERE merchant_id = $1 AND state = 'sweeping' HAVING count(*) > 0`,
    },
    [tx.merchantId],
  );
  return row;
}
