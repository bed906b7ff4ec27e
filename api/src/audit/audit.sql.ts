import type { TenantTransaction } from '../tenant.ts';

export async function insertAuditEntry(
  tx: TenantTransaction,
  entry: {
    employeeId: string | null;
    action: string;
    entity: string;
    entityId: string | null;
    details: object;
    ip: string | null;
    userAgent: string | null;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_audit_entry',
      text: `INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, user_agent)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    },
    [
      tx.merchantId,
      entry.employeeId,
      entry.action,
      entry.entity,
      entry.entityId,
      entry.details,
      entry.ip,
      entry.userAgent,
    ],
  );
}
