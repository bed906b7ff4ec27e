import { type ApprovalRefusal, type ApprovalState, approvedKinds } from 'domain/approvals';
import { Refusal } from '../errors.ts';
import { isDatabaseAway } from '../lib/database-errors.ts';
import type { Live } from '../lib/live.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { countWaitingApprovals, findApproval } from './approvals.sql.ts';
import { stateOf } from './list-approvals.ts';

/** Longest time that a lost publication, or an expiry, goes unnoticed: without Redis, and with it. */
const POLL_MS = { alone: 2_000, told: 15_000 };
/** A screen left open overnight ends; it subscribes again when it is used. */
const MAX_FOLLOW_MS = 30 * 60_000;

interface Dependencies {
  tenancy: Tenancy;
  live: Live;
}

const subjectOf = (merchantId: string) => `approvals ${merchantId}`;

/** Tells those who follow the merchant's askings that one has changed. */
export const publishApprovals = (live: Live, merchantId: string) => live.publish(subjectOf(merchantId));

export interface AskingState {
  state: ApprovalState;
  reason: ApprovalRefusal | null;
  answeredBy: string | null;
}

/** Yields the state of an own asking, at once and at each change. Throws Refusal 'approval_not_found'. */
export function followAsking(
  app: Dependencies,
  staff: StaffSession,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<AskingState> {
  return follow(app, staff.merchantId, signal, async (tx) => {
    const row = await findApproval(tx, id);
    if (row?.asked_by !== staff.employeeId) throw new Refusal('approval_not_found');
    return { state: stateOf(row, tx.now), reason: row.reason, answeredBy: row.answered_by_name };
  });
}

/** How many askings wait for the employee's answer. */
export async function countWaiting({ tenancy }: Pick<Dependencies, 'tenancy'>, staff: StaffSession) {
  return await tenancy.withTenant(staff.merchantId, (tx) => readWaiting(tx, staff));
}

/** Yields how many wait, at once and whenever one of the merchant's askings changes. */
export function followWaiting(
  app: Dependencies,
  staff: StaffSession,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ waiting: number }> {
  return follow(app, staff.merchantId, signal, (tx) => readWaiting(tx, staff));
}

async function readWaiting(tx: TenantTransaction, { client, employeeId }: StaffSession) {
  const kinds = approvedKinds(client.employee.role);
  return { waiting: await countWaitingApprovals(tx, { kinds, employeeId }) };
}

/**
 * Yields what `read` finds, at once, at each publication, and by the clock if it has changed: it is right
 * without any messaging. While the database is away it goes on waiting.
 */
async function* follow<Found>(
  { tenancy, live }: Dependencies,
  merchantId: string,
  signal: AbortSignal | undefined,
  read: (tx: TenantTransaction) => Promise<Found>,
): AsyncGenerator<Found> {
  let isTold = false;
  let wake = () => {};
  const stopListening = live.watch(subjectOf(merchantId), () => {
    isTold = true;
    wake();
  });
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  const endsAt = performance.now() + MAX_FOLLOW_MS;
  let last: string | undefined;
  try {
    while (!signal?.aborted && performance.now() < endsAt) {
      const wasTold = isTold;
      isTold = false;
      const found = await tenancy.withTenant(merchantId, read).catch((error: unknown) => {
        if (last === undefined || !isDatabaseAway(error)) throw error;
        return undefined;
      });
      const text = JSON.stringify(found);
      if (found !== undefined && (wasTold || text !== last)) {
        last = text;
        yield found;
      }
      if (isTold || signal?.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, live.hearsOthers() ? POLL_MS.told : POLL_MS.alone);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    stopListening();
    signal?.removeEventListener('abort', onAbort);
  }
}
