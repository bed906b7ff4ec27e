import { SESSION_IDLE_TTL_SECONDS, TABLET_IDLE_SECONDS } from 'domain/lifetimes';
import type { Role } from 'domain/roles';
import type { Moment } from '../lib/moment.ts';
import { timeLimits } from '../lib/time-limits.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface LoginRow {
  merchantId: string;
  employeeId: string;
  passwordHash: string | null;
  deviceGeneration: number;
  /** A second step is asked for after the password. */
  hasFactor: boolean;
}

/** The active employee with this e-mail at an active merchant. */
export async function findLoginByEmail(tenancy: Tenancy, email: string): Promise<LoginRow | undefined> {
  const [row] = await tenancy.lookup<LoginRow>(
    {
      name: 'login_by_email',
      text: `SELECT merchant_id AS "merchantId", employee_id AS "employeeId", password_hash AS "passwordHash",
               device_generation AS "deviceGeneration", has_factor AS "hasFactor"
             FROM lookup.login_by_email($1)`,
    },
    [email],
  );
  return row;
}

export interface SessionRow {
  id: string;
  merchant_id: string;
  employee_id: string;
  created_at: Moment;
  expires_at: Moment;
  proved_at: Moment;
  /** The database's clock when the session was read. */
  now: Moment;
  employee_name: string;
  employee_email: string;
  employee_phone: string | null;
  employee_role: Role;
  merchant_name: string;
  program_name: string;
  rate_basis_points: number;
  logo_url: string | null;
  brand_color: string | null;
  signup_link_slug: string;
  time_zone: string;
  mask_contacts: boolean;
  hide_reports: boolean;
  tablet_id: string | null;
  tablet_name: string | null;
  /** Until then a second step has to be set up; null where none has to be, as on a tablet. */
  factor_due_at: Moment | null;
}

/** The sessions with these ids, each with its employee and merchant, both active; in no particular order. */
export async function findSessions(
  tenancy: Pick<Tenancy, 'lookup'>,
  ids: readonly string[],
): Promise<SessionRow[]> {
  return await tenancy.lookup<SessionRow>(
    {
      name: 'staff_sessions',
      query_timeout: timeLimits.sessions,
      text: 'SELECT s.*, (SELECT money_now()) AS now FROM lookup.staff_sessions($1) s',
    },
    [ids],
  );
}

/** The merchant's least purchase that earns cashback, in centavos. */
export async function getEarningMinPurchase(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    {
      name: 'get_earning_min_purchase',
      text: 'SELECT earning_min_purchase_cents AS cents FROM merchants WHERE id = $1',
    },
    [tx.merchantId],
  );
  return row?.cents ?? 0;
}

/** The ids of the sessions that are still open by the database's clock. */
export async function findOpenSessions(
  tenancy: Tenancy,
  ids: string[],
  absoluteTtlSeconds: number,
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'open_sessions',
      text: `SELECT s.id FROM lookup.staff_sessions($1) AS s
             WHERE least(s.expires_at, s.created_at + make_interval(secs => $2)) > (SELECT money_now())`,
    },
    [ids, absoluteTtlSeconds],
  );
  return rows.map(({ id }) => id);
}

export async function listSessions(
  tx: TenantTransaction,
  employeeId: string,
): Promise<{ id: string; created_at: Moment; expires_at: Moment }[]> {
  return await tx.query(
    {
      name: 'list_sessions',
      text: 'SELECT id, created_at, expires_at FROM sessions WHERE merchant_id = $1 AND employee_id = $2',
    },
    [tx.merchantId, employeeId],
  );
}

/** When and from which addresses the employee was seen in the last day, the latest first. */
export async function listLastUses(
  tx: TenantTransaction,
  employeeId: string,
): Promise<{ ip: string; at: Moment }[]> {
  return await tx.query(
    {
      name: 'list_last_uses',
      text: `SELECT ip, at FROM (
               SELECT ip, expires_at - make_interval(secs => CASE WHEN tablet_id IS NULL
                   THEN ${SESSION_IDLE_TTL_SECONDS} ELSE ${TABLET_IDLE_SECONDS} END) AS at FROM sessions
               WHERE merchant_id = $1 AND employee_id = $2
               UNION ALL
               SELECT ip, created_at FROM audit_log
               WHERE merchant_id = $1 AND entity_id = $2::uuid::text AND action IN ('auth.login', 'auth.logout', 'tablet.unlock')
             ) seen
             WHERE ip IS NOT NULL AND at > $3::timestamptz - interval '1 day'
             ORDER BY at DESC LIMIT 20`,
    },
    [tx.merchantId, employeeId, tx.now],
  );
}

/** Stores a session, which begins with a proof of who is there. */
export async function insertSession(
  tx: TenantTransaction,
  session: {
    id: string;
    employeeId: string;
    createdAt: Moment;
    expiresAt: Moment;
    ip: string | null;
    userAgent: string | null;
    tabletId: string | null;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_session',
      text: `INSERT INTO sessions
               (merchant_id, id, employee_id, created_at, proved_at, expires_at, ip, user_agent, tablet_id)
             VALUES ($1, $2, $3, $4, CASE WHEN $8::uuid IS NULL THEN $4 ELSE to_timestamp(0) END, $5, $6, $7, $8)`,
    },
    [
      tx.merchantId,
      session.id,
      session.employeeId,
      session.createdAt,
      session.expiresAt,
      session.ip,
      session.userAgent,
      session.tabletId,
    ],
  );
}

/** Notes that the employee signs in with this browser. */
export async function upsertEmployeeDevice(
  tx: TenantTransaction,
  employeeId: string,
  deviceHash: Buffer,
): Promise<void> {
  await tx.query(
    {
      name: 'upsert_employee_device',
      text: `INSERT INTO employee_devices (merchant_id, employee_id, device_hash, seen_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (merchant_id, employee_id, device_hash) DO UPDATE SET seen_at = excluded.seen_at`,
    },
    [tx.merchantId, employeeId, deviceHash, tx.now],
  );
}

export async function updateSessionExpiry(
  tx: TenantTransaction,
  id: string,
  expiresAt: Moment,
): Promise<void> {
  await tx.query(
    {
      name: 'update_session_expiry',
      text: 'UPDATE sessions SET expires_at = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, expiresAt],
  );
}

/** The employee has proved once more who is there, in this session only. */
export async function updateSessionProof(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'update_session_proof',
      text: 'UPDATE sessions SET proved_at = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, tx.now],
  );
}

export async function deleteSession(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    { name: 'delete_session', text: 'DELETE FROM sessions WHERE merchant_id = $1 AND id = $2' },
    [tx.merchantId, id],
  );
}

/** Deletes sessions that expired unused; called at login, so the table stays small. */
export async function deleteExpiredSessions(tx: TenantTransaction, now: Moment): Promise<void> {
  await tx.query(
    {
      name: 'delete_expired_sessions',
      text: 'DELETE FROM sessions WHERE merchant_id = $1 AND expires_at <= $2',
    },
    [tx.merchantId, now],
  );
}
