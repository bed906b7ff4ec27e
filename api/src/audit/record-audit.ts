import type { AuditAction } from 'domain/audit-actions';
import type { TenantTransaction } from '../tenant.ts';
import { insertAuditEntry } from './audit.sql.ts';

/**
 * Writes an audit entry in the transaction of the action. `details` holds ids and amounts, never a customer's
 * name, a token or a password.
 */
export async function recordAudit(
  tx: TenantTransaction,
  entry: {
    action: AuditAction;
    entity: string;
    entityId: string | null;
    /** With `apiKeyId`, a program acted for the employee; the key's id is added to the details. */
    actor: { employeeId: string; apiKeyId?: string } | null;
    /** Null for the platform's own actions. */
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
