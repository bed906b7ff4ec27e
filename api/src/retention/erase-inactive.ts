import { INACTIVITY_RUN } from 'domain/retention';
import type { App } from '../context.ts';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { inactivityErasesAt } from '../inactivity/show-notice.ts';
import { atATenth } from '../jobs/at-a-tenth.ts';
import { isSettledUntil } from '../ledger/hold-expiry.ts';
import { isDatabaseAway } from '../lib/database-errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type DueNoticeRow, deleteEndedNotice, listDueNotices } from './inactive-customers.sql.ts';

/** Expiries are settled each minute. Longer ago, they are held because of the clock, and so is this. */
const HELD_AFTER_MS = 60 * 60_000;

class NoticeEnded extends Error {
  override message = 'the customer has moved since the notice';
}

type Dependencies = Pick<App, 'tenancy' | 'deliveryRules' | 'log'>;

/**
 * Erases customers whose notice has come to its day, each in a transaction of its own. One that cannot be
 * erased is logged and stops no other; the next run tries again. None is erased while a jump of the clock has
 * expiries held.
 * @returns the number of erased customers
 */
export async function eraseInactive(
  app: Dependencies,
  signal?: AbortSignal,
  limit: number = INACTIVITY_RUN.erasures,
): Promise<number> {
  const now = await app.tenancy.now();
  if (!(await isSettledUntil(app, new Date(now.getTime() - HELD_AFTER_MS)))) return 0;
  let erased = 0;
  for (const due of await listDueNotices(app.tenancy, now, limit)) {
    try {
      if (await atATenth(() => eraseDue(app, due), signal)) erased += 1;
    } catch (error) {
      if (signal?.aborted || isDatabaseAway(error)) throw error;
      app.log.error({ err: error, ...due }, 'a customer without movement could not be erased');
    }
  }
  return erased;
}

async function eraseDue(
  app: Dependencies,
  { merchant_id: merchantId, customer_id: customerId }: DueNoticeRow,
): Promise<boolean> {
  let isErased = true;
  try {
    await eraseCustomer(app, {
      merchantId,
      customerId,
      basis: 'retention',
      staff: null,
      request: null,
      assertDue: (tx) => assertNoticeDue(tx, customerId),
    });
  } catch (error) {
    if (!(error instanceof NoticeEnded)) throw error;
    isErased = false;
  }
  // Also one that was written for a customer who is erased already: it would be due every hour.
  await app.tenancy.withTenant(merchantId, (tx) => deleteEndedNotice(tx, customerId));
  return isErased;
}

async function assertNoticeDue(tx: TenantTransaction, customerId: string): Promise<void> {
  const erasesAt = await inactivityErasesAt(tx, customerId);
  if (!erasesAt || erasesAt > tx.now) throw new NoticeEnded();
}
