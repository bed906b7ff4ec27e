import type { DataRequestKind, DataRequestState } from 'domain/data-requests';
import { SHOWN_NAME } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * The customer who has the phone of the request `r`, or its other spelling, else the record that a merge left
 * without it. OFFSET 0 computes the other spelling before the join: under row-level security PostgreSQL uses
 * no index for a value that a function in the condition computes.
 */
const WHO_HAS_PHONE = `SELECT id FROM (
    SELECT p.id, CASE WHEN p.phone = r.phone THEN 1 ELSE 2 END AS place
    FROM (SELECT other_spelling(r.phone) AS phone OFFSET 0) o
    JOIN customers p ON p.merchant_id = $1 AND p.phone IN (r.phone, o.phone)
    UNION ALL
    SELECT g.target_customer_id, 3 FROM customer_merges g
    WHERE g.merchant_id = $1 AND g.source_phone IN (r.phone, other_spelling(r.phone))
  ) who ORDER BY place LIMIT 1`;

/**
 * Notes the customer who has the request's phone, or had it before two records were merged; later changes of
 * the phone leave the note as it is.
 * @returns whether the request is open
 */
export async function nameDataRequestCustomer(tx: TenantTransaction, id: string): Promise<boolean> {
  await tx.query(
    {
      name: 'name_data_request_customer',
      text: `UPDATE data_requests r SET customer_id = c.id FROM customers c
             WHERE r.merchant_id = $1 AND r.id = $2 AND r.customer_id IS NULL
               AND c.merchant_id = $1 AND c.id = (${WHO_HAS_PHONE})`,
    },
    [tx.merchantId, id],
  );
  const rows = await tx.query(
    {
      name: 'is_data_request_open',
      text: `SELECT 1 FROM data_requests WHERE merchant_id = $1 AND id = $2 AND state = 'open'`,
    },
    [tx.merchantId, id],
  );
  return rows.length > 0;
}

/** Whether another request arrived at the merchant within `withinMs` before this one. */
export async function isFollowUp(tx: TenantTransaction, id: string, withinMs: number): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_data_request_follow_up',
      text: `SELECT FROM data_requests r
             CROSS JOIN LATERAL (
               SELECT created_at FROM data_requests
               WHERE merchant_id = $1 AND id <> r.id AND created_at <= r.created_at ORDER BY id DESC LIMIT 1) b
             WHERE r.merchant_id = $1 AND r.id = $2 AND b.created_at > r.created_at - $3 * interval '1 millisecond'`,
    },
    [tx.merchantId, id, withinMs],
  );
  return rows.length > 0;
}

export interface DataRequestRow {
  id: string;
  kind: DataRequestKind;
  phone: string | null;
  contact: string | null;
  message: string | null;
  state: DataRequestState;
  answer: string | null;
  created_at: Date;
  due_at: Date;
  closed_at: Date | null;
  closed_by_name: string | null;
  customer_id: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  customer_is_erased: boolean;
}

/**
 * A page of the requests in one state: open ones oldest first, so that overdue ones lead, others newest
 * first.
 * Joins the noted customer, or the record that it was merged into; without a note, the customer who has the
 * phone now.
 */
export async function listDataRequestRows(
  tx: TenantTransaction,
  { state, after, limit }: { state: DataRequestState; after: string | undefined; limit: number },
): Promise<DataRequestRow[]> {
  const isOpen = state === 'open';
  return await tx.query<DataRequestRow>(
    {
      name: isOpen ? 'list_open_data_requests' : 'list_closed_data_requests',
      text: `SELECT r.id, r.kind, r.phone, r.contact, r.message, r.state, r.answer, r.created_at, r.due_at,
               r.closed_at, e.name AS closed_by_name, c.id AS customer_id, ${SHOWN_NAME} AS customer_name,
               c.phone AS customer_phone, c.erased_at IS NOT NULL AS customer_is_erased
             FROM (SELECT * FROM data_requests
                   WHERE merchant_id = $1 AND state = $2 AND ($3::uuid IS NULL OR id ${isOpen ? '>' : '<'} $3)
                   ORDER BY id ${isOpen ? 'ASC' : 'DESC'} LIMIT $4) r
             LEFT JOIN employees e ON e.merchant_id = $1 AND e.id = r.closed_by
             LEFT JOIN customers n ON n.merchant_id = $1 AND n.id = coalesce(r.customer_id, (${WHO_HAS_PHONE}))
             LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(n.merged_into_id, n.id)
             ORDER BY r.id ${isOpen ? 'ASC' : 'DESC'}`,
    },
    [tx.merchantId, state, after ?? null, limit],
  );
}

export interface ErasureRequestRow {
  contact: string | null;
  customer_id: string | null;
  email: string | null;
}

/** A request to erase, open or closed, with its customer and that customer's e-mail. */
export async function findErasureRequest(
  tx: TenantTransaction,
  id: string,
): Promise<ErasureRequestRow | undefined> {
  const [row] = await tx.query<ErasureRequestRow>(
    {
      name: 'find_erasure_request',
      text: `SELECT r.contact, n.id AS customer_id, c.email FROM data_requests r
             LEFT JOIN customers n ON n.merchant_id = $1 AND n.id = coalesce(r.customer_id, (${WHO_HAS_PHONE}))
             LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(n.merged_into_id, n.id)
             WHERE r.merchant_id = $1 AND r.id = $2 AND r.kind = 'erasure'`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Empties a closed request of an erased customer. */
export async function forgetErased(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'forget_erased_data_request',
      text: `UPDATE data_requests r SET phone = NULL, contact = NULL, message = NULL, answer = NULL FROM customers c
             WHERE r.merchant_id = $1 AND r.id = $2 AND c.merchant_id = r.merchant_id AND c.id = r.customer_id
               AND c.erased_at IS NOT NULL`,
    },
    [tx.merchantId, id],
  );
}
