import { createHash, randomBytes } from 'node:crypto';
import { SESSION_ABSOLUTE_TTL_SECONDS, SESSION_IDLE_TTL_SECONDS } from 'domain/lifetimes';
import type { ClientSession } from 'domain/session';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { createGroupCommit } from '../lib/group-commit.ts';
import { SHARED_STATEMENTS } from '../shared-statements.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findOpenSessions,
  findSessions,
  insertSession,
  listSessions,
  type SessionRow,
  updateSessionExpiry,
} from './auth.sql.ts';
import { endSessions } from './end-sessions.ts';

/**
 * The only file that imports Lucia. Lucia's user id is 'merchantId:employeeId', because every session query
 * needs its tenant.
 */

interface SessionAttributes {
  ip: string | null;
  userAgent: string | null;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, { row: SessionRow }>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: { row: SessionRow };
  }
}

export interface SessionStore {
  /**
   * Starts a session and returns the token for the cookie: 32 random bytes, of which only a hash is stored.
   */
  create(
    employee: { merchantId: string; employeeId: string },
    request: { ip: string; userAgent?: string | undefined },
  ): Promise<string>;
  find(token: string): Promise<StaffSession | undefined>;
  /** The ids of the given sessions that have ended. Unlike `find`, this does not extend a session. */
  endedAmong(sessions: { id: string }[]): Promise<string[]>;
  end(session: { id: string }): Promise<void>;
  endAll(employee: { merchantId: string; employeeId: string }): Promise<void>;
}

const IDLE_MS = SESSION_IDLE_TTL_SECONDS * 1_000;
const ABSOLUTE_MS = SESSION_ABSOLUTE_TTL_SECONDS * 1_000;
/** The idle limit moves forward in steps of this, so that a busy counter does not write at every call. */
const RENEWAL_STEP_MS = 5 * 60 * 1_000;

const userIdOf = (employee: { merchantId: string; employeeId: string }) =>
  `${employee.merchantId}:${employee.employeeId}`;

function employeeOf(userId: string): { merchantId: string; employeeId: string } {
  const [merchantId = '', employeeId = ''] = userId.split(':');
  return { merchantId, employeeId };
}

/** The idle or the absolute limit, the earlier of the two. */
function expiryOf(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS));
}

/** Lucia measures by the process's clock; the rows hold the database's, which decides. */
function createAdapter(tenancy: Tenancy): Adapter {
  // Each request asks for its session, so those that arrive together share a statement.
  const lookups = createGroupCommit<string, SessionRow | undefined>({
    ...SHARED_STATEMENTS,
    // Another attempt would fail as well: no id makes a statement fail.
    concernsAll: () => true,
    async run(ids) {
      const rows = new Map((await findSessions(tenancy, ids)).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    },
  });

  async function inSessionTenant(
    sessionId: string,
    run: (row: SessionRow) => Promise<unknown>,
  ): Promise<void> {
    const row = await lookups.submit(sessionId);
    if (row) await run(row);
  }
  return {
    async getSessionAndUser(sessionId): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await lookups.submit(sessionId);
      if (!row || row.created_at.getTime() + ABSOLUTE_MS <= row.now.getTime()) return [null, null];
      const userId = userIdOf({ merchantId: row.merchant_id, employeeId: row.employee_id });
      const attributes = { ip: null, userAgent: null };
      const expiresAt = new Date(Date.now() + row.expires_at.getTime() - row.now.getTime());
      return [
        { id: sessionId, userId, expiresAt, attributes },
        { id: userId, attributes: { row } },
      ];
    },
    async getUserSessions(userId) {
      const { merchantId, employeeId } = employeeOf(userId);
      const rows = await tenancy.withTenant(merchantId, (tx) => listSessions(tx, employeeId));
      return rows.map((row) => ({
        id: row.id,
        userId,
        expiresAt: row.expires_at,
        attributes: { ip: null, userAgent: null },
      }));
    },
    async setSession(session) {
      const { merchantId, employeeId } = employeeOf(session.userId);
      await tenancy.withTenant(merchantId, async (tx) => {
        await deleteExpiredSessions(tx, tx.now);
        const expiresAt = expiryOf(tx.now, tx.now);
        await insertSession(tx, {
          id: session.id,
          employeeId,
          createdAt: tx.now,
          expiresAt,
          ...session.attributes,
        });
      });
    },
    async updateSessionExpiration(sessionId) {
      await inSessionTenant(sessionId, (row) =>
        tenancy.withTenant(row.merchant_id, (tx) =>
          updateSessionExpiry(tx, sessionId, expiryOf(row.created_at, tx.now)),
        ),
      );
    },
    async deleteSession(sessionId) {
      await inSessionTenant(sessionId, (row) =>
        tenancy.withTenant(row.merchant_id, (tx) => deleteSession(tx, sessionId)),
      );
    },
    async deleteUserSessions(userId) {
      const { merchantId, employeeId } = employeeOf(userId);
      await tenancy.withTenant(merchantId, (tx) => endSessions(tx, employeeId));
    },
    // Login removes a merchant's expired sessions; no query here crosses tenants.
    async deleteExpiredSessions() {},
  };
}

export function createSessionStore(tenancy: Tenancy): SessionStore {
  const adapter = createAdapter(tenancy);
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_TTL_SECONDS, 's'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
  return {
    async create(employee, request) {
      const token = randomBytes(32).toString('base64url');
      await lucia.createSession(
        userIdOf(employee),
        { ip: request.ip, userAgent: request.userAgent?.slice(0, 300) ?? null },
        { sessionId: sessionIdOf(token) },
      );
      return token;
    },
    async find(token) {
      const { session, user } = await lucia.validateSession(sessionIdOf(token));
      if (!session) return undefined;
      const expiresAt = expiryOf(user.row.created_at, user.row.now);
      if (expiresAt.getTime() - user.row.expires_at.getTime() > RENEWAL_STEP_MS) {
        await adapter.updateSessionExpiration(session.id, expiresAt);
      }
      return { id: session.id, ...employeeOf(user.id), client: toClientSession(user.row) };
    },
    async endedAmong(sessions) {
      const ids = sessions.map(({ id }) => id);
      const open = new Set(await findOpenSessions(tenancy, ids, SESSION_ABSOLUTE_TTL_SECONDS));
      return ids.filter((id) => !open.has(id));
    },
    end: (session) => lucia.invalidateSession(session.id),
    endAll: (employee) => lucia.invalidateUserSessions(userIdOf(employee)),
  };
}

function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toClientSession(row: SessionRow): ClientSession {
  return {
    user: { id: row.employee_id, email: row.employee_email },
    employee: {
      id: row.employee_id,
      name: row.employee_name,
      email: row.employee_email,
      phone: row.employee_phone,
      role: row.employee_role,
    },
    merchant: {
      id: row.merchant_id,
      name: row.merchant_name,
      programName: row.program_name,
      rateBasisPoints: row.rate_basis_points,
      logoUrl: row.logo_url,
      brandColor: row.brand_color,
      signupLinkSlug: row.signup_link_slug,
      timeZone: row.time_zone,
      maskContacts: row.mask_contacts,
      hideReports: row.hide_reports,
    },
  };
}
