import type { Role } from 'domain/roles';
import type { Moment, SqlValue } from '../lib/moment.ts';
import { SHOWN_NAME } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { AuditRow } from './audit-row.ts';

export async function insertAuditEntry(tx: TenantTransaction, entry: AuditRow): Promise<void> {
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
      JSON.stringify(entry.details),
      entry.ip,
      entry.userAgent,
    ],
  );
}

export interface AuditEntryRow {
  id: number;
  action: string;
  details: Record<string, unknown>;
  ip: string | null;
  user_agent: string | null;
  created_at: Moment;
  /** `created_at` in full: a Date would cut it to milliseconds, and a page would begin in the wrong place. */
  at_microseconds: number;
  employee_id: string | null;
  employee_name: string | null;
  employee_role: string | null;
  customer_id: string | null;
  customer_name: string | null;
  customer_phone: string | null;
}

export interface AuditFilter {
  /** The merchant's time zone, in which `from` and `until` are days. */
  timeZone: string;
  limit: number;
  person: string | undefined;
  /** Undefined: all that was done, thus no attempts on records that do not exist. */
  actions: string[] | undefined;
  about: string | undefined;
  from: string | undefined;
  until: string | undefined;
  before: { atMicroseconds: number; id: number } | undefined;
}

/** A condition and its values; `first` is the number of its first `$` parameter. */
interface Condition {
  name: string;
  sql: (first: number) => string;
  values: SqlValue[];
}

/** The actions of nearly all entries. */
const EACH_MOVEMENT = ['cashback.issue', 'redemption.create'];

const startOfDay = (day: string, zone: string) => `((${day}::date)::timestamp AT TIME ZONE ${zone}::text)`;

/** Conditions for the given filters only: one that is always there but may be empty would hide the index. */
function conditionsOf({ timeZone, person, actions, about, from, until, before }: AuditFilter): Condition[] {
  const conditions: Condition[] = [];
  const add = (name: string, values: SqlValue[], sql: Condition['sql']) =>
    void conditions.push({ name, values, sql });
  if (person === 'system') add('system', [], () => 'a.employee_id IS NULL');
  else if (person) add('person', [person], (n) => `a.employee_id = $${n}::uuid`);
  if (actions) add('actions', [actions], (n) => `a.action = ANY ($${n}::text[])`);
  else add('done', [], () => "a.action <> 'access.unknown_id'");
  // Exactly the predicate of audit_log_rare_actions_idx, which the planner cannot derive from a parameter.
  if (actions && !actions.some((action) => EACH_MOVEMENT.includes(action)))
    add('rare', [], () => `a.action NOT IN ('cashback.issue', 'redemption.create')`);
  if (from) add('from', [from, timeZone], (n) => `a.created_at >= ${startOfDay(`$${n}`, `$${n + 1}`)}`);
  if (until)
    add('until', [until, timeZone], (n) => `a.created_at < ${startOfDay(`($${n}::date + 1)`, `$${n + 1}`)}`);
  // Includes the customer's purchases and redemptions.
  if (about)
    add(
      'about',
      [about],
      (n) => `a.entity_id IN (SELECT $${n}::text
        UNION ALL SELECT id::text FROM transactions WHERE merchant_id = $1 AND customer_id = $${n}::uuid
        UNION ALL SELECT id::text FROM redemptions WHERE merchant_id = $1 AND customer_id = $${n}::uuid)`,
    );
  if (before)
    add(
      'before',
      [before.atMicroseconds, before.id],
      (n) => `(a.created_at, a.id) <
        (timestamptz 'epoch' + $${n}::bigint * interval '1 microsecond', $${n + 1}::bigint)`,
    );
  return conditions;
}

/** The entity's id as a uuid, or null: `entity_id` is text, because not every entity has a uuid. */
const AS_ID = `CASE WHEN e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.entity_id::uuid END`;

/** Newest first. Joins cover only the page's rows. */
export async function listAuditEntries(tx: TenantTransaction, filter: AuditFilter): Promise<AuditEntryRow[]> {
  const conditions = conditionsOf(filter);
  const values: SqlValue[] = [tx.merchantId, filter.limit];
  const where = conditions.map(({ sql, values: own }) => ` AND ${sql(values.push(...own) - own.length + 1)}`);
  return await tx.query<AuditEntryRow>(
    {
      name: ['list_audit_entries', ...conditions.map(({ name }) => name)].join('_'),
      text: `SELECT e.id, e.action, e.details, e.ip, e.user_agent, e.created_at,
               (extract(epoch FROM e.created_at) * 1000000)::bigint AS at_microseconds,
               e.employee_id, p.name AS employee_name, p.role AS employee_role,
               c.id AS customer_id, ${SHOWN_NAME} AS customer_name, c.phone AS customer_phone
             FROM (SELECT a.* FROM audit_log a WHERE a.merchant_id = $1${where.join('')}
                   ORDER BY a.created_at DESC, a.id DESC LIMIT $2) e
             LEFT JOIN employees p ON p.merchant_id = $1 AND p.id = e.employee_id
             LEFT JOIN transactions t ON e.entity = 'transaction' AND t.merchant_id = $1 AND t.id = ${AS_ID}
             LEFT JOIN redemptions r ON e.entity = 'redemption' AND r.merchant_id = $1 AND r.id = ${AS_ID}
             LEFT JOIN customers c ON c.merchant_id = $1
               AND c.id = coalesce(t.customer_id, r.customer_id, CASE WHEN e.entity = 'customer' THEN ${AS_ID} END)
             ORDER BY e.created_at DESC, e.id DESC`,
    },
    values,
  );
}

export async function listAuditedEmployeeRows(
  tx: TenantTransaction,
): Promise<{ id: string; name: string; role: Role; is_active: boolean }[]> {
  return await tx.query(
    {
      name: 'list_audited_employees',
      text: `SELECT id, name, role, is_active FROM employees WHERE merchant_id = $1
             ORDER BY is_active DESC, lower(name), id`,
    },
    [tx.merchantId],
  );
}
