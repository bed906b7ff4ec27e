import { assertCustomer } from '../customers/find-customer.ts';
import { mayReverse } from '../ledger/reversal-rights.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  type LatestRedemptionRow,
  listLatestRedemptions,
  listRedemptionsByIds,
} from './redemption-history.sql.ts';

const LATEST = 20;

export interface LatestRedemption {
  id: string;
  createdAt: string;
  customerId: string;
  phone: string;
  customerName: string | null;
  employeeName: string;
  amountCents: number;
  /** waiting: the code can still be confirmed. unclaimed: it no longer can. */
  status: 'waiting' | 'completed' | 'unclaimed' | 'reversed';
  completedAt: string | null;
  /** Set on an unclaimed one whose code an employee ended; null where it expired by itself. */
  canceledAt: string | null;
  reversal: {
    id: string;
    createdAt: string;
    employeeName: string;
    reason: string;
    expiredCents: number;
    recoveredCents: number;
  } | null;
  /** True if the employee who asked may undo the redemption. */
  canReverse: boolean;
}

/**
 * The latest redemptions of the merchant, or of one customer, newest first, with what became of them. Throws
 * Refusal 'customer_not_found'.
 */
export async function listRedemptions(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  input: { customerId?: string | undefined },
): Promise<{ redemptions: LatestRedemption[] }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (input.customerId !== undefined) await assertCustomer(tx, input.customerId);
    const rows = await listLatestRedemptions(tx, input.customerId, LATEST);
    return { redemptions: rows.map((row) => presentRedemption(row, staff, tx.now)) };
  });
}

/** These redemptions, newest first, as the employee may see and undo them. */
export async function listRedemptionsOf(
  tx: TenantTransaction,
  staff: StaffSession,
  ids: string[],
): Promise<LatestRedemption[]> {
  return (await listRedemptionsByIds(tx, ids)).map((row) => presentRedemption(row, staff, tx.now));
}

function presentRedemption(row: LatestRedemptionRow, staff: StaffSession, now: Date): LatestRedemption {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    customerId: row.customer_id,
    phone: row.phone,
    customerName: row.customer_name,
    employeeName: row.employee_name,
    amountCents: row.amount_cents,
    status: redemptionStatusOf(row, now),
    completedAt: row.completed_at?.toISOString() ?? null,
    canceledAt: row.canceled_at?.toISOString() ?? null,
    reversal: reversalOf(row),
    canReverse:
      row.status === 'completed' &&
      row.completed_at !== null &&
      mayReverse(staff, { employeeId: row.employee_id, at: row.completed_at }, now),
  };
}

/** State of a redemption at `now`. */
export function redemptionStatusOf(
  row: Pick<LatestRedemptionRow, 'status' | 'token_expires_at'>,
  now: Date,
): LatestRedemption['status'] {
  if (row.status === 'completed' || row.status === 'reversed') return row.status;
  return row.token_expires_at <= now ? 'unclaimed' : 'waiting';
}

function reversalOf(row: LatestRedemptionRow): LatestRedemption['reversal'] {
  if (row.reversal_id === null || row.reversal_created_at === null) return null;
  return {
    id: row.reversal_id,
    createdAt: row.reversal_created_at.toISOString(),
    employeeName: row.reversal_employee_name ?? '',
    reason: row.reversal_reason ?? '',
    expiredCents: row.reversal_expired_cents ?? 0,
    recoveredCents: row.reversal_recovered_cents ?? 0,
  };
}
