import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy } from '../tenant.ts';
import { setSettledUntil } from './hold-expiry.sql.ts';
import { holdExpiry } from './hold-expiry.ts';
import type { AlarmDependencies } from './raise-alarm.ts';
import {
  listDueCustomers,
  listMerchantsWithDueCustomers,
  settleCustomers,
} from './settle-due-customers.sql.ts';

/** Locked together, and so for a few dozen milliseconds at most. */
const CUSTOMERS_PER_TRANSACTION = 200;
const MERCHANTS_PER_READ = 1_000;
/**
 * A statement that took too long, waited too long for a lock or lost a deadlock: it says nothing of the next
 * one.
 */
const OF_ONE_STATEMENT = /^(?:57014|55P03|40001|40P01)$/;
/**
 * A run that lasts longer restarts, so that what is due is judged again; so does one that sees the clock
 * jump.
 */
const RUN_LIMIT_MS = 60 * 60_000;

class ClockJumped extends Error {
  override message = 'the run is older than what was judged for it; the next one goes on';
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Dependencies = AlarmDependencies & {
  tenancy: Pick<Tenancy, 'lookup' | 'now' | 'withoutTenant' | 'withTenant'>;
};

export interface Settled {
  customers: number;
  /**
   * Left as they were, each logged. Their balances are right all the same: reads derive them from the lots.
   */
  failed: number;
}

/**
 * Posts the changes that time alone has made up to now: expired lots get their ledger row, matured ones move
 * into the cached balance. A customer is due from the merchant's local midnight on: run each minute, this is
 * the nightly job of every time zone, and it catches up after days of standing still. It may be repeated and
 * run in several processes at once. A mass expiry by a clock that jumped is held and raises an alarm.
 * `signal` ends it between two transactions.
 */
export async function settleDueCustomers(app: Dependencies, signal?: AbortSignal): Promise<Settled> {
  const now = await app.tenancy.now();
  const total: Settled = { customers: 0, failed: 0 };
  const held = await holdExpiry(app, now, signal);
  if (held.isPlatformHeld) return total;
  let after = BEFORE_ALL;
  for (;;) {
    const page = { now, after, limit: MERCHANTS_PER_READ };
    const merchantIds = await listMerchantsWithDueCustomers(app.tenancy, page);
    for (const merchantId of merchantIds) {
      if (held.merchantIds.has(merchantId)) continue;
      const settled = await settleMerchant(app, merchantId, now, signal);
      total.customers += settled.customers;
      total.failed += settled.failed;
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) break;
    after = last;
  }
  await setSettledUntil(app.tenancy, now);
  return total;
}

async function settleMerchant(
  app: Dependencies,
  merchantId: string,
  now: Moment,
  signal: AbortSignal | undefined,
): Promise<Settled> {
  const total: Settled = { customers: 0, failed: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    signal?.throwIfAborted();
    // Due by the moment that was judged: a clock that jumps now makes no other customer due.
    const page = { now, after, limit: CUSTOMERS_PER_TRANSACTION };
    const customerIds = await app.tenancy.withTenant(merchantId, (tx) => listDueCustomers(tx, page));
    const last = customerIds.at(-1);
    if (last === undefined) return total;
    after = last;
    const settled = await settleBatch(app, merchantId, customerIds, now);
    total.customers += settled.customers;
    total.failed += settled.failed;
  }
}

/** Settles a batch together; when that fails, each customer alone, so that one bad row stops no other. */
async function settleBatch(
  app: Dependencies,
  merchantId: string,
  customerIds: string[],
  judgedAt: Moment,
): Promise<Settled> {
  const settle = (ids: string[]) =>
    app.tenancy.withTenant(merchantId, async (tx) => {
      // Settling goes by the database's now, which was judged when the run began.
      if (tx.now.getTime() - judgedAt.getTime() > RUN_LIMIT_MS) throw new ClockJumped();
      return await settleCustomers(tx, ids);
    });
  try {
    return { customers: await settle(customerIds), failed: 0 };
  } catch (error) {
    if (isConnectionLost(error) || error instanceof ClockJumped) throw error;
  }
  const total: Settled = { customers: 0, failed: 0 };
  for (const customerId of customerIds) {
    try {
      total.customers += await settle([customerId]);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      total.failed += 1;
      app.log.error({ err: error, merchantId, customerId }, 'a customer could not be settled');
    }
  }
  return total;
}

function isConnectionLost(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !OF_ONE_STATEMENT.test((error as { code?: string }).code ?? '');
}
