import type { TenantTransaction } from '../tenant.ts';

interface Correction {
  operationId: string;
  customerId: string;
  amountCents: number;
  employeeId: string;
}

/** Whether the correction is approved; null where none is needed. */
export async function isCorrectionApproved(
  tx: TenantTransaction,
  { operationId, customerId, amountCents, employeeId }: Correction,
): Promise<boolean | null> {
  const [row] = await tx.query<{ is_approved: boolean | null }>(
    {
      name: 'is_correction_approved',
      text: `SELECT CASE WHEN abs($2::bigint) > approve_corrections_above_cents
               THEN is_approved($1, 'correction', $3, $4, $2, $5, NULL, $6) END AS is_approved
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, amountCents, operationId, employeeId, customerId, tx.now],
  );
  if (!row) throw new Error('the merchant cannot be read');
  return row.is_approved;
}

export async function markApprovalUsed(tx: TenantTransaction, requestId: string): Promise<void> {
  await tx.query(
    {
      name: 'mark_approval_used',
      text: 'UPDATE approvals SET used_at = $3 WHERE merchant_id = $1 AND request_id = $2',
    },
    [tx.merchantId, requestId, tx.now],
  );
}
