import type { TenantTransaction } from '../tenant.ts';
import { insertAuditEntry } from './audit.sql.ts';
import { type AuditEntry, toAuditRow } from './audit-row.ts';

/** Writes an audit entry in the transaction of the action. */
export async function recordAudit(tx: TenantTransaction, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, toAuditRow(entry));
}
