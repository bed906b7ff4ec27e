import { createHash, randomBytes } from 'node:crypto';
import {
  FRESH_PROOF_SECONDS,
  SESSION_ABSOLUTE_TTL_SECONDS,
  SESSION_IDLE_TTL_SECONDS,
  TABLET_IDLE_SECONDS,
} from 'domain/lifetimes';
import { daysBetween } from 'domain/local-dates';
import { roleOnTablet } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { ConfirmingBrowser, DeviceHash } from '../ledger/confirmation-traces.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
import { Moment } from '../lib/moment.ts';
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
  upsertEmployeeDevice,
} from './auth.sql.ts';
import { endSessions } from './end-sessions.ts';

/**
 * The only file that imports Lucia. Lucia's user id is 'merchantId:employeeId', because every session query
 * needs its tenant.
 */

interface SessionAttributes {
  ip: string | null;
  userAgent: string | null;
  /** The browser, as traces of confirmations know it. */
  deviceHash: Buffer | null;
  tabletId: string | null;
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
    request: {
      ip: string;
      userAgent?: string | undefined;
      browser?: (() => ConfirmingBrowser) | undefined;
    },
    /** The counter's tablet that it is bound to. */
    tablet?: { id: string },
  ): Promise<string>;
  find(token: string): Promise<StaffSession | undefined>;
  /** Moves the idle limit forward. On a tablet nothing else does: its page calls without a person too. */
  renew(session: { id: string }): Promise<void>;
  /** The ids of the given sessions that have ended. Unlike `find`, this does not extend a session. */
  endedAmong(sessions: { id: string }[]): Promise<string[]>;
  end(session: { id: string }): Promise<void>;
  /** Ends the session of a cookie, if it is one. */
  endByToken(token: string): Promise<void>;
  endAll(employee: { merchantId: string; employeeId: string }): Promise<void>;
}

const IDLE_MS = SESSION_IDLE_TTL_SECONDS * 1_000;
const ABSOLUTE_MS = SESSION_ABSOLUTE_TTL_SECONDS * 1_000;
const FRESH_PROOF_MS = FRESH_PROOF_SECONDS * 1_000;
/** The idle limit moves forward in steps of this, so that a busy counter does not write at every call. */
const RENEWAL_STEP_MS = 5 * 60 * 1_000;

const userIdOf = (employee: { merchantId: string; employeeId: string }) =>
  `${employee.merchantId}:${employee.employeeId}`;

function employeeOf(userId: string): { merchantId: string; employeeId: string } {
  const [merchantId = '', employeeId = ''] = userId.split(':');
  return { merchantId, employeeId };
}

/** The idle or the absolute limit, the earlier of the two. */
function expiryOf(createdAt: Date, now: Date, tabletId: string | null): Moment {
  const idleMs = tabletId === null ? IDLE_MS : TABLET_IDLE_SECONDS * 1_000;
  return Moment.at(Math.min(now.getTime() + idleMs, createdAt.getTime() + ABSOLUTE_MS));
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
      const attributes = { ip: null, userAgent: null, deviceHash: null, tabletId: row.tablet_id };
      const leftMs = row.expires_at.getTime() - row.now.getTime();
      // Lucia renews what is used in the second half of its time; only `renew` does so on a tablet.
      const shownMs = row.tablet_id !== null && leftMs > 0 ? IDLE_MS : leftMs;
      const expiresAt = new Date(Date.now() + shownMs);
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
        attributes: { ip: null, userAgent: null, deviceHash: null, tabletId: null },
      }));
    },
    async setSession(session) {
      const { merchantId, employeeId } = employeeOf(session.userId);
      const { deviceHash, ...place } = session.attributes;
      await tenancy.withTenant(merchantId, async (tx) => {
        await deleteExpiredSessions(tx, tx.now);
        const expiresAt = expiryOf(tx.now, tx.now, place.tabletId);
        await insertSession(tx, { id: session.id, employeeId, createdAt: tx.now, expiresAt, ...place });
        if (deviceHash) await upsertEmployeeDevice(tx, employeeId, deviceHash);
      });
    },
    async updateSessionExpiration(sessionId) {
      await inSessionTenant(sessionId, (row) =>
        tenancy.withTenant(row.merchant_id, (tx) =>
          updateSessionExpiry(tx, sessionId, expiryOf(row.created_at, tx.now, row.tablet_id)),
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

export function createSessionStore(tenancy: Tenancy, hashDevice: DeviceHash): SessionStore {
  const adapter = createAdapter(tenancy);
  const lucia = new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_TTL_SECONDS, 's'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
  return {
    async create(employee, request, tablet) {
      const token = randomBytes(32).toString('base64url');
      await lucia.createSession(
        userIdOf(employee),
        {
          ip: request.ip,
          userAgent: request.userAgent?.slice(0, 300) ?? null,
          deviceHash: request.browser
            ? hashDevice(employee.merchantId, request.browser().deviceTraits)
            : null,
          tabletId: tablet?.id ?? null,
        },
        { sessionId: sessionIdOf(token) },
      );
      return token;
    },
    async find(token) {
      const { session, user } = await lucia.validateSession(sessionIdOf(token));
      if (!session) return undefined;
      const { row } = user;
      const tablet = tabletOf(row);
      const expiresAt = expiryOf(row.created_at, row.now, row.tablet_id);
      if (!tablet && expiresAt.getTime() - row.expires_at.getTime() > RENEWAL_STEP_MS) {
        await adapter.updateSessionExpiration(session.id, expiresAt);
      }
      return {
        id: session.id,
        ...employeeOf(user.id),
        isProofFresh: row.now.getTime() - row.proved_at.getTime() < FRESH_PROOF_MS,
        ...(tablet && { tablet }),
        client: toClientSession(row, tablet),
      };
    },
    // The adapter reckons the limit by the database's clock.
    renew: (session) => adapter.updateSessionExpiration(session.id, new Date()),
    async endedAmong(sessions) {
      const ids = sessions.map(({ id }) => id);
      const open = new Set(await findOpenSessions(tenancy, ids, SESSION_ABSOLUTE_TTL_SECONDS));
      return ids.filter((id) => !open.has(id));
    },
    end: (session) => lucia.invalidateSession(session.id),
    endByToken: (token) => lucia.invalidateSession(sessionIdOf(token)),
    endAll: (employee) => lucia.invalidateUserSessions(userIdOf(employee)),
  };
}

function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function tabletOf({ tablet_id: id, tablet_name: name }: SessionRow): StaffSession['tablet'] {
  return id !== null && name !== null ? { id, name } : undefined;
}

/** Days of the merchant's calendar, today included; 0 once `due` has come. */
const daysLeftUntil = (due: Date, { now, time_zone }: SessionRow) =>
  due <= now ? 0 : daysBetween(now.getTime(), due.getTime(), time_zone);

/** The only place where a session's role is read, and so where a tablet lowers it. */
function toClientSession(row: SessionRow, tablet: StaffSession['tablet']): ClientSession {
  return {
    user: { id: row.employee_id, email: row.employee_email },
    employee: {
      id: row.employee_id,
      name: row.employee_name,
      email: row.employee_email,
      phone: row.employee_phone,
      role: tablet ? roleOnTablet(row.employee_role) : row.employee_role,
    },
    tablet: tablet ? { name: tablet.name } : null,
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
    factorDaysLeft: row.factor_due_at && daysLeftUntil(row.factor_due_at, row),
  };
}
