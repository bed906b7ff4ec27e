import type { Logger } from 'pino';
import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { phonesIn } from './contacts.ts';
import { addCustomerViews, subtractAudited } from './customer-views.sql.ts';

/**
 * Twenty full pages of different customers. A search, or a look at the day's customers, shows the same ones
 * again.
 */
export const CUSTOMERS_PER_EMPLOYEE_AN_HOUR = 1_000;
/** A point of sale sees each customer who buys; no merchant has so many in an hour. */
export const CUSTOMERS_PER_KEY_AN_HOUR = 5_000;
/** Customers shown to one viewer per audit entry. */
const CUSTOMERS_PER_ENTRY = 200;

const HOUR_MS = 3_600_000;

/**
 * The kind of answer. 'limited' ones could be repeated to read the whole clientele, and are refused past the
 * hour's limit. 'counted' ones, needed by the counter and the settings, are counted and never refused.
 */
export type ShownCustomers = 'limited' | 'counted';

export interface CustomerViews {
  /** Throws Refusal 'too_many_customers' if the viewer is known to be past the limit. */
  assertMaySee(viewer: ActingEmployee): void;
  /**
   * Counts the customers in an answer that is about to be sent, each once an hour. If they are 'limited' and
   * the viewer was at the limit before, throws Refusal 'too_many_customers' and counts nothing.
   */
  count(
    viewer: ActingEmployee,
    request: { ip: string; userAgent?: string | undefined },
    shown: ShownCustomers,
    answer: unknown,
  ): Promise<void>;
}

/** The state of one viewer in this process, for an hour. */
interface Viewer {
  /** Customers already counted; seen again, they cause no write. */
  phones: Set<string>;
  /** Milliseconds; 0 while below the limit. */
  refusedUntil: number;
  until: number;
}

/**
 * Counts are in the database, so that they hold over all processes and restarts. The set of counted customers
 * is each process's own memory: several processes may count a customer twice, but never too few.
 */
export function createCustomerViews({ tenancy, log }: { tenancy: Tenancy; log: Logger }): CustomerViews {
  const viewers = new Map<string, Viewer>();

  function viewerOf(viewer: ActingEmployee): Viewer {
    const now = Date.now();
    // Viewers whose hour has ended come first.
    for (const [id, { until }] of viewers) {
      if (until > now) break;
      viewers.delete(id);
    }
    const known = viewers.get(idOf(viewer)) ?? { phones: new Set(), refusedUntil: 0, until: now + HOUR_MS };
    viewers.set(idOf(viewer), known);
    return known;
  }

  return {
    assertMaySee(viewer) {
      const leftMs = viewerOf(viewer).refusedUntil - Date.now();
      if (leftMs > 0) throw tooMany(leftMs / 1_000);
    },
    async count(viewer, request, shown, answer) {
      const known = viewerOf(viewer);
      const fresh = [...phonesIn(answer)].filter((phone) => !known.phones.has(phone));
      if (fresh.length === 0) return;
      // Before the write, so that concurrent calls do not count them again.
      for (const phone of fresh) known.phones.add(phone);
      try {
        await write(tenancy, viewer, request, { shown, customers: fresh.length });
      } catch (error) {
        for (const phone of fresh) known.phones.delete(phone);
        if (error instanceof Refusal)
          known.refusedUntil = Date.now() + (error.retryAfterSeconds ?? 0) * 1_000;
        if (shown === 'limited') throw error;
        log.warn({ err: error }, 'customers shown were not counted');
      }
    },
  };
}

async function write(
  tenancy: Tenancy,
  viewer: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  { shown, customers }: { shown: ShownCustomers; customers: number },
): Promise<void> {
  const viewerId = idOf(viewer);
  const limit = viewer.apiKeyId ? CUSTOMERS_PER_KEY_AN_HOUR : CUSTOMERS_PER_EMPLOYEE_AN_HOUR;
  await tenancy.withTenant(viewer.merchantId, async (tx) => {
    const views = await addCustomerViews(tx, { viewerId, employeeId: viewer.employeeId, customers });
    // The rollback undoes the count: these customers are not shown.
    if (shown === 'limited' && views.in_hour - customers >= limit) throw tooMany(views.seconds_left);
    if (views.unaudited < CUSTOMERS_PER_ENTRY) return;
    await subtractAudited(tx, viewerId, CUSTOMERS_PER_ENTRY);
    await recordAudit(tx, {
      action: 'customer.view',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: viewer,
      request,
      details: { customers: CUSTOMERS_PER_ENTRY, withinMinutes: views.minutes },
    });
  });
}

const idOf = (viewer: ActingEmployee) => viewer.apiKeyId ?? viewer.employeeId;

const tooMany = (seconds: number) =>
  new Refusal('too_many_customers', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
