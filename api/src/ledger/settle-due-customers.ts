import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.ts';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import type { Tenancy } from '../tenant.ts';
import {
  listDueCustomers,
  listMerchantsWithDueCustomers,
  settleCustomers,
} from './settle-due-customers.sql.ts';

/** Locked together, and so for a few dozen milliseconds at most. */
const CUSTOMERS_PER_TRANSACTION = 200;
const MERCHANTS_PER_READ = 1_000;
/** A statement that took too long, waited too long for a lock or lost a deadlock: it says nothing of the next one. */
const OF_ONE_STATEMENT = /^(?:57014|55P03|40001|40P01)$/;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Dependencies = {
  tenancy: Pick<Tenancy, 'lookup' | 'withTenant'>;
  clock: Clock;
  log: Pick<Logger, 'error'>;
};

export interface Settled {
  customers: number;
  /** Left as they were, each logged. Their balances are right all the same: reads derive them from the lots. */
  failed: number;
}

/**
 * Posts what time alone has changed up to now: expired lots get their ledger row, matured ones move into the cached
 * balance. A customer is due from the merchant's local midnight on, so run each minute this is the nightly job of
 * every time zone, and after days of standing still it catches up. Harmless to repeat and to run in several processes
 * at once. `signal` ends it between two transactions.
 */
export async function settleDueCustomers(app: Dependencies, signal?: AbortSignal): Promise<Settled> {
  const now = app.clock.now();
  const total: Settled = { customers: 0, failed: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    const page = { now, after, limit: MERCHANTS_PER_READ };
    const merchantIds = await listMerchantsWithDueCustomers(app.tenancy, page);
    for (const merchantId of merchantIds) {
      const settled = await settleMerchant(app, merchantId, now, signal);
      total.customers += settled.customers;
      total.failed += settled.failed;
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) return total;
    after = last;
  }
}

async function settleMerchant(
  app: Dependencies,
  merchantId: string,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Settled> {
  const total: Settled = { customers: 0, failed: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    signal?.throwIfAborted();
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

/** Together; when that fails, each by itself, so that one customer's bad row stops nobody else's. */
async function settleBatch(
  app: Dependencies,
  merchantId: string,
  customerIds: string[],
  now: Date,
): Promise<Settled> {
  const settle = (ids: string[]) => app.tenancy.withTenant(merchantId, (tx) => settleCustomers(tx, ids, now));
  try {
    return { customers: await settle(customerIds), failed: 0 };
  } catch (error) {
    if (isConnectionLost(error)) throw error;
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
