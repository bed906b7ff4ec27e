import {
  SESSION_ABSOLUTE_TTL_SECONDS,
  SESSION_IDLE_TTL_SECONDS,
  TABLET_IDLE_SECONDS,
} from 'domain/lifetimes';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { describeDevice } from '../lib/describe-device.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { deleteSession } from './auth.sql.ts';
import { endSessionsExcept } from './end-sessions.ts';

/** One of the employee's own sessions. */
export interface OwnSession {
  /** Id for `endOwnSession`; neither the cookie's token nor the hash in the database. */
  id: string;
  createdAt: string;
  /**
   * Accurate to some five minutes. Null on a session's last day, when its expiry no longer moves with its
   * use.
   */
  lastUsedAt: string | null;
  ip: string | null;
  /** 'Manaus, AM'; null where the address has none. */
  place: string | null;
  /** 'Chrome em Windows', or the name of the counter's tablet. */
  device: string;
  isCurrent: boolean;
}

const idleMsOf = (isOnTablet: boolean) =>
  (isOnTablet ? TABLET_IDLE_SECONDS : SESSION_IDLE_TTL_SECONDS) * 1_000;
const ABSOLUTE_MS = SESSION_ABSOLUTE_TTL_SECONDS * 1_000;

type Request = { ip: string; userAgent?: string | undefined };
type Parts = Pick<App, 'tenancy'>;

/** The open sessions: this one first, then the newest. */
export async function listOwnSessions(
  { places, tenancy }: Parts & Pick<App, 'places'>,
  staff: StaffSession,
): Promise<{ sessions: OwnSession[] }> {
  const rows = await tenancy.withTenant(staff.merchantId, (tx) => listOpen(tx, staff));
  const sessions = rows.map((row) => ({
    ...presentSession(row, staff),
    place: (row.ip && places.placeOf(row.ip)?.name) ?? null,
  }));
  return { sessions: sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) };
}

function listOpen({ merchantId, now, prisma }: TenantTransaction, { employeeId }: StaffSession) {
  const startedAfter = new Date(now.getTime() - ABSOLUTE_MS);
  return prisma(({ session }) =>
    session.findMany({
      where: { merchantId, employeeId, expiresAt: { gt: now }, createdAt: { gt: startedAfter } },
      orderBy: { createdAt: 'desc' },
      include: { tablet: { select: { name: true } } },
    }),
  );
}

type OpenSession = Awaited<ReturnType<typeof listOpen>>[number];

function presentSession(row: OpenSession, staff: StaffSession): Omit<OwnSession, 'place'> {
  // A session ends 12 hours after the last use, but never later than 7 days after its start.
  const isLastDay = row.expiresAt.getTime() >= row.createdAt.getTime() + ABSOLUTE_MS;
  const usedAt = row.expiresAt.getTime() - idleMsOf(row.tabletId !== null);
  return {
    id: handleOf(row.id),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: isLastDay ? null : new Date(usedAt).toISOString(),
    ip: row.ip,
    device: row.tablet?.name ?? describeDevice(row.userAgent),
    isCurrent: row.id === staff.id,
  };
}

function handleOf(sessionId: string): string {
  return sha256(`session\0${sessionId}`).subarray(0, 16).toString('base64url');
}

/** Ends one of the employee's own open sessions; does nothing for an ended one or another employee's. */
export async function endOwnSession(
  { tenancy }: Parts,
  staff: StaffSession,
  request: Request,
  { id }: { id: string },
): Promise<void> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const own = await listOpen(tx, staff);
    const session = own.find((each) => handleOf(each.id) === id);
    if (!session) return;
    await deleteSession(tx, session.id);
    await recordAudit(tx, {
      action: 'auth.end_session',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
  });
}

/** Ends every session of the employee but this one. Returns how many. */
export async function endOtherSessions(
  { tenancy }: Parts,
  staff: StaffSession,
  request: Request,
): Promise<{ ended: number }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const ended = await endSessionsExcept(tx, staff);
    if (ended > 0) {
      await recordAudit(tx, {
        action: 'auth.end_other_sessions',
        entity: 'employee',
        entityId: staff.employeeId,
        actor: staff,
        request,
        details: { sessions: ended },
      });
    }
    return { ended };
  });
}
