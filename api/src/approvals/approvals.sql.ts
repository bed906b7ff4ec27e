import type { ApprovalKind, ApprovalRefusal } from 'domain/approvals';
import { APPROVAL_TTL_SECONDS } from 'domain/lifetimes';
import { SHOWN_NAME } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface ApprovalRow {
  id: string;
  kind: ApprovalKind;
  amount_cents: number;
  asked_by: string;
  asked_by_name: string;
  asked_at: Date;
  expires_at: Date;
  answer: 'approved' | 'refused' | 'canceled' | null;
  reason: ApprovalRefusal | null;
  answered_by_name: string | null;
  customer_name: string | null;
  phone: string | null;
}

/** The customer is the record that the asking's was merged into. */
const SHOWN = `SELECT a.id, a.kind, a.amount_cents, a.asked_by, e.name AS asked_by_name, a.asked_at, a.expires_at,
    a.answer, a.reason, b.name AS answered_by_name, ${SHOWN_NAME} AS customer_name, coalesce(c.phone, a.phone) AS phone
  FROM approvals a
  JOIN employees e ON e.merchant_id = $1 AND e.id = a.asked_by
  LEFT JOIN employees b ON b.merchant_id = $1 AND b.id = a.answered_by
  LEFT JOIN customers n ON n.merchant_id = $1 AND n.id = a.customer_id
  LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(n.merged_into_id, n.id)
  WHERE a.merchant_id = $1`;

/** The customer of the asking: by id, or by phone where the phone is a customer's. */
export async function findAskedCustomer(
  tx: TenantTransaction,
  { customerId, phone }: { customerId: string | undefined; phone: string | undefined },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'find_asked_customer',
      text: `SELECT id FROM customers WHERE merchant_id = $1 AND (id = $2 OR phone = $3)
               AND merged_into_id IS NULL AND erased_at IS NULL`,
    },
    [tx.merchantId, customerId ?? null, phone ?? null],
  );
  return row?.id;
}

interface Asking {
  id: string;
  kind: ApprovalKind;
  requestId: string;
  amountCents: number;
  customerId: string | undefined;
  phone: string | undefined;
  askedBy: string;
}

/**
 * Stores the asking. A repeated one gets a new id, so that an answer counts only for what was shown.
 * @returns false if the request is another employee's, or was used
 */
export async function upsertApproval(tx: TenantTransaction, asking: Asking): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'upsert_approval',
      text: `INSERT INTO approvals AS a (merchant_id, id, kind, request_id, amount_cents, customer_id, phone, asked_by,
               asked_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9::timestamptz + make_interval(secs => $10))
             ON CONFLICT ON CONSTRAINT approvals_request_key DO UPDATE SET id = excluded.id, kind = excluded.kind,
               amount_cents = excluded.amount_cents, customer_id = excluded.customer_id, phone = excluded.phone,
               asked_at = excluded.asked_at, expires_at = excluded.expires_at,
               answer = NULL, reason = NULL, answered_by = NULL, answered_at = NULL
             WHERE a.asked_by = excluded.asked_by AND a.used_at IS NULL
             RETURNING a.id`,
    },
    [
      tx.merchantId,
      asking.id,
      asking.kind,
      asking.requestId,
      asking.amountCents,
      asking.customerId ?? null,
      asking.customerId ? null : asking.phone,
      asking.askedBy,
      tx.now,
      APPROVAL_TTL_SECONDS,
    ],
  );
  return rows.length === 1;
}

export interface AnsweredRow {
  kind: ApprovalKind;
  amount_cents: number;
  customer_id: string | null;
  asked_by: string;
}

/** The phone of the asking's customer is or was one of the employee's: $1 the merchant, $2 the asking, $5. */
const IS_OWN_PHONE = `EXISTS (
               SELECT FROM employee_phones p LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = a.customer_id
               WHERE p.merchant_id = $1 AND p.employee_id = $5 AND p.phone = coalesce(c.phone, a.phone))`;

/**
 * Answers an open asking of another employee, once, if its kind is among `kinds`. An employee who is the
 * customer may refuse it, but not approve it.
 */
export async function answerApproval(
  tx: TenantTransaction,
  answer: {
    id: string;
    answer: 'approved' | 'refused';
    reason: ApprovalRefusal | undefined;
    employeeId: string;
    kinds: ApprovalKind[];
  },
): Promise<AnsweredRow | undefined> {
  const [row] = await tx.query<AnsweredRow>(
    {
      name: 'answer_approval',
      text: `UPDATE approvals a SET answer = $3, reason = $4, answered_by = $5, answered_at = $6
             WHERE a.merchant_id = $1 AND a.id = $2 AND a.answer IS NULL AND a.expires_at > $6 AND a.asked_by <> $5
               AND a.kind = ANY ($7) AND ($3 = 'refused' OR NOT ${IS_OWN_PHONE})
             RETURNING a.kind, a.amount_cents, a.customer_id, a.asked_by`,
    },
    [tx.merchantId, answer.id, answer.answer, answer.reason ?? null, answer.employeeId, tx.now, answer.kinds],
  );
  return row;
}

/** Ends the employee's own asking, also an approved one that no movement used. */
export async function cancelOwnApproval(
  tx: TenantTransaction,
  { id, employeeId }: { id: string; employeeId: string },
): Promise<AnsweredRow | undefined> {
  const [row] = await tx.query<AnsweredRow>(
    {
      name: 'cancel_approval',
      text: `UPDATE approvals SET answer = 'canceled', answered_by = $3, answered_at = $4
             WHERE merchant_id = $1 AND id = $2 AND asked_by = $3 AND used_at IS NULL
               AND (answer IS NULL OR answer = 'approved')
             RETURNING kind, amount_cents, customer_id, asked_by`,
    },
    [tx.merchantId, id, employeeId, tx.now],
  );
  return row;
}

export async function findApproval(tx: TenantTransaction, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.query<ApprovalRow>({ name: 'find_approval', text: `${SHOWN} AND a.id = $2` }, [
    tx.merchantId,
    id,
  ]);
  return row;
}

/** Others' askings of these kinds and the employee's own, of the last day: those that wait first. */
export async function listApprovalRows(
  tx: TenantTransaction,
  { kinds, employeeId, limit }: { kinds: ApprovalKind[]; employeeId: string; limit: number },
): Promise<ApprovalRow[]> {
  return await tx.query<ApprovalRow>(
    {
      name: 'list_approvals',
      text: `${SHOWN} AND a.asked_at > $2::timestamptz - interval '1 day'
               AND (a.kind = ANY ($3) OR a.asked_by = $4)
             ORDER BY a.answer IS NULL AND a.expires_at > $2 DESC, a.asked_at DESC, a.id LIMIT $5`,
    },
    [tx.merchantId, tx.now, kinds, employeeId, limit],
  );
}

/** How many of others' askings wait for an answer of who approves these kinds. */
export async function countWaitingApprovals(
  tx: TenantTransaction,
  { kinds, employeeId }: { kinds: ApprovalKind[]; employeeId: string },
): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(
    {
      name: 'count_waiting_approvals',
      text: `SELECT count(*)::int AS waiting FROM approvals
             WHERE merchant_id = $1 AND asked_at > $2::timestamptz - interval '1 day' AND expires_at > $2
               AND answer IS NULL AND kind = ANY ($3) AND asked_by <> $4`,
    },
    [tx.merchantId, tx.now, kinds, employeeId],
  );
  return row?.waiting ?? 0;
}

export interface Approver {
  id: string;
  name: string;
}

/** Active employees with a PIN in one of these roles, by name. */
export async function listApproverRows(
  tx: TenantTransaction,
  { roles, except }: { roles: string[]; except: string },
): Promise<Approver[]> {
  return await tx.query<Approver>(
    {
      name: 'list_approvers',
      text: `SELECT e.id, e.name FROM employees e
             JOIN employee_pins p ON p.merchant_id = $1 AND p.employee_id = e.id
             WHERE e.merchant_id = $1 AND e.is_active AND e.role = ANY ($2) AND e.id <> $3 ORDER BY e.name, e.id`,
    },
    [tx.merchantId, roles, except],
  );
}

/** The role of an active employee. */
export async function findApprover(tx: TenantTransaction, employeeId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ role: string }>(
    {
      name: 'find_approver',
      text: 'SELECT role FROM employees WHERE merchant_id = $1 AND id = $2 AND is_active',
    },
    [tx.merchantId, employeeId],
  );
  return row?.role;
}
