import { addDays } from 'domain/report-periods';
import { type Segment, segmentLimits, type Value, valueLimits } from 'domain/segments';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { getMerchantDay } from './merchant-day.sql.ts';
import { readSegmentCursor, type SegmentPosition, writeSegmentCursor } from './segment-cursor.ts';
import {
  listNewcomers,
  listSegmentCustomers,
  listSegmentDays,
  type SegmentCustomerRow,
  type SegmentFilter,
} from './segment-customers.sql.ts';

const PAGE_CUSTOMERS = 50;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A customer of a segment, net of what was reversed; days are the merchant's. */
export interface SegmentCustomer {
  customerId: string;
  name: string | null;
  phone: string;
  purchases: number;
  spentCents: number;
  firstOn: string;
  lastOn: string;
  /** What the customer may spend now. */
  availableCents: number;
  /** The last day on which the first part of it counts; null where none expires. */
  expiresOn: string | null;
}

export interface SegmentCustomersPage {
  customers: SegmentCustomer[];
  /** The cursor for the next page's `after`; null: this is the last. */
  next: string | null;
}

/**
 * A page of the customers behind a segment on the merchant's day `today` ('YYYY-MM-DD', by default the
 * current one), the newest last purchase first, equals by id. Throws Refusal 'bad_request' where `after` is
 * no cursor.
 */
export async function listCustomersOfSegment(
  app: { tenancy: Tenancy },
  merchantId: string,
  input: { segment: Segment; value?: Value | undefined; after?: string | undefined },
  { pageSize = PAGE_CUSTOMERS, today: asOf }: { pageSize?: number; today?: string } = {},
): Promise<SegmentCustomersPage> {
  // One more than the page shows tells whether there is another.
  const pageRows = pageSize + 1;
  const after = input.after === undefined ? undefined : readSegmentCursor(input.after);
  const rows = await readRollups(app, merchantId, async (tx) => {
    const today = asOf ?? (await getMerchantDay(tx, tx.now));
    const filter = { ...segmentLimits(input.segment, today), spent: valueLimits(input.value) };
    // Without a cursor, the start lies before every customer who can be of the segment.
    const start = after ?? { day: addDays(filter.last[1], 1), id: FIRST_ID };
    return input.segment === 'new'
      ? await listNewcomers(tx, filter, { after: start, limit: pageRows, now: tx.now })
      : await findPage(tx, filter, { after: start, pageRows });
  });
  const customers = rows.slice(0, pageSize);
  const last = rows.length === pageRows ? customers.at(-1) : undefined;
  return {
    customers: customers.map(present),
    next: last ? writeSegmentCursor({ day: last.last_day, id: last.customer_id }) : null,
  };
}

/**
 * Reads a page by days. The rollups count for each day the customers who bought then for the last time, so
 * only as many days are read as should fill the page. Some of those may be others (new, not occasional): it
 * goes on with days of twice as many as are missing, then of four times.
 */
async function findPage(
  tx: TenantTransaction,
  filter: SegmentFilter,
  { after, pageRows }: { after: SegmentPosition; pageRows: number },
): Promise<SegmentCustomerRow[]> {
  const found: SegmentCustomerRow[] = [];
  let to = after.day;
  for (let times = 1; ; times *= 2) {
    const limit = pageRows - found.length;
    const { days, isAll } = await takeDays(tx, filter, to, limit * times);
    found.push(...(await listSegmentCustomers(tx, filter, days, { after, limit, now: tx.now })));
    const oldest = days.at(-1);
    if (found.length === pageRows || isAll || oldest === undefined) return found;
    to = addDays(oldest, -1);
  }
}

/** Takes the newest days that hold `wanted` customers; `isAll` where no earlier day has any. */
async function takeDays(
  tx: TenantTransaction,
  filter: SegmentFilter,
  to: string,
  wanted: number,
): Promise<{ days: string[]; isAll: boolean }> {
  const rows = await listSegmentDays(tx, filter, { to, limit: wanted });
  const days: string[] = [];
  let customers = 0;
  for (const row of rows) {
    if (customers >= wanted) return { days, isAll: false };
    days.push(row.day);
    customers += row.customers;
  }
  return { days, isAll: rows.length < wanted };
}

function present(row: SegmentCustomerRow): SegmentCustomer {
  return {
    customerId: row.customer_id,
    name: row.name,
    phone: row.phone,
    purchases: row.purchases,
    spentCents: row.spent_cents,
    firstOn: row.first_day,
    lastOn: row.last_day,
    availableCents: row.available_cents,
    expiresOn: row.expires_on,
  };
}
