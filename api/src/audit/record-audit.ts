import type { AuditAction } from 'domain/audit-actions';
import type { TenantTransaction } from '../tenant.ts';
import { insertAuditEntry } from './audit.sql.ts';

/**
 * Writes who did what, from where, in the transaction that does it. `details` holds ids and amounts, never a
 * customer's name, a token or a password.
 */
export async function recordAudit(
  tx: TenantTransaction,
  entry: {
    action: AuditAction;
    entity: string;
    entityId: string | null;
    /** Where a program acts for the employee, `apiKeyId` says with which key, and so do the details then. */
    actor: { employeeId: string; apiKeyId?: string } | null;
    /** Null for what the platform does by itself. */
    request: { ip: string; userAgent?: string | undefined } | null;
    details?: Record<string, string | number | boolean | null | readonly string[]>;
  },
): Promise<void> {
  await insertAuditEntry(tx, {
    employeeId: entry.actor?.employeeId ?? null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    details: { ...entry.details, ...(entry.actor?.apiKeyId && { apiKeyId: entry.actor.apiKeyId }) },
    ip: entry.request?.ip ?? null,
    userAgent: entry.request?.userAgent?.slice(0, 300) ?? null,
  });
}
