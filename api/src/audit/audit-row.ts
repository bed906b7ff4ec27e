import type { AuditAction } from 'domain/audit-actions';

/** `details` holds ids and amounts, never a customer's name, a token or a password. */
export interface AuditEntry {
  action: AuditAction;
  entity: string;
  entityId: string | null;
  /**
   * With `apiKeyId`, a program acted for the employee; the key's id, or the counter's tablet, is added to the
   * details.
   */
  actor: { employeeId: string; apiKeyId?: string; tablet?: { name: string } } | null;
  /** Null for the platform's own actions. */
  request: { ip: string; userAgent?: string | undefined } | null;
  details?: Record<string, string | number | boolean | null | readonly string[]>;
}

/** An entry as it is stored. */
export interface AuditRow {
  employeeId: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  details: object;
  ip: string | null;
  userAgent: string | null;
}

/** The row of an entry, for a statement that writes it together with the action. */
export function toAuditRow({ action, entity, entityId, actor, request, details }: AuditEntry): AuditRow {
  return {
    employeeId: actor?.employeeId ?? null,
    action,
    entity,
    entityId,
    details: {
      ...details,
      ...(actor?.apiKeyId && { apiKeyId: actor.apiKeyId }),
      ...(actor?.tablet && { tablet: actor.tablet.name }),
    },
    ip: request?.ip ?? null,
    userAgent: request?.userAgent?.slice(0, 300) ?? null,
  };
}
