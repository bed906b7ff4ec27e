import { AUDIT_ACTIONS, type AuditAction } from 'domain/audit-actions';
import { type AuditLine, auditLines } from 'domain/audit-details';
import { auditActionsOf } from 'domain/audit-groups';
import type { AuditListInput } from 'domain/audit-inputs';
import type { Role } from 'domain/roles';
import { describeDevice } from '../lib/describe-device.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { type AuditEntryRow, listAuditEntries, listAuditedEmployeeRows } from './audit.sql.ts';

const PAGE_LENGTH = 50;

export interface AuditEntry {
  id: number;
  /** ISO 8601. */
  createdAt: string;
  /** The action, as a Portuguese text. */
  words: string;
  /** The entry's details, line by line. */
  lines: AuditLine[];
  /** Null if the platform did it. */
  person: { id: string; name: string; role: string } | null;
  /** The customer concerned; null if the entry is about none of this merchant's. */
  customer: { id: string; name: string | null; phone: string } | null;
  ip: string | null;
  device: string | null;
}

/** A possible actor, for the filter. */
export interface AuditedEmployee {
  id: string;
  name: string;
  role: Role;
  isActive: boolean;
}

/** A page of the merchant's audit log, newest first; `next` is the position of the next page. */
export async function listAudit(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  input: AuditListInput,
): Promise<{ entries: AuditEntry[]; next: NonNullable<AuditListInput['before']> | null }> {
  const { person, action, group, about, from, until, before } = input;
  const rows = await tenancy.withTenant(staff.merchantId, (tx) =>
    listAuditEntries(tx, {
      timeZone: staff.client.merchant.timeZone,
      limit: PAGE_LENGTH + 1,
      person,
      actions: action ? [action] : group && auditActionsOf(group),
      about,
      from,
      until,
      before,
    }),
  );
  const page = rows.slice(0, PAGE_LENGTH);
  const last = page.at(-1);
  const next =
    rows.length > PAGE_LENGTH && last ? { atMicroseconds: last.at_microseconds, id: last.id } : null;
  return { entries: page.map(present), next };
}

export async function listAuditedEmployees(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ people: AuditedEmployee[] }> {
  const rows = await tenancy.withTenant(merchantId, listAuditedEmployeeRows);
  return { people: rows.map(({ is_active, ...person }) => ({ ...person, isActive: is_active })) };
}

/** The label of a bare from/to pair, by action. */
const CHANGED: Partial<Record<string, string>> = { 'customer.correct_phone': 'Telefone' };

function present(row: AuditEntryRow): AuditEntry {
  const isKnown = Object.hasOwn(AUDIT_ACTIONS, row.action);
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    // Otherwise the entry was written by a later version.
    words: isKnown ? AUDIT_ACTIONS[row.action as AuditAction] : 'Outra ação',
    lines: auditLines(row.details, CHANGED[row.action]),
    person: row.employee_id === null ? null : employeeOf(row, row.employee_id),
    customer:
      row.customer_id === null
        ? null
        : { id: row.customer_id, name: row.customer_name, phone: row.customer_phone ?? '' },
    ip: row.ip,
    device: row.user_agent === null ? null : describeDevice(row.user_agent),
  };
}

function employeeOf(row: AuditEntryRow, id: string): AuditEntry['person'] {
  return { id, name: row.employee_name ?? '', role: row.employee_role ?? '' };
}
