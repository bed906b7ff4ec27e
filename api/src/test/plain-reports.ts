import { dayAt, type Period } from 'domain/report-periods';
import type pg from 'pg';

/** The reports said plainly, over every row there is: no rollups, no limits shared with the product. */

export interface PlainPurchase {
  id: string;
  customerId: string;
  employeeId: string;
  day: string;
  month: string;
  cents: number;
  cashbackCents: number;
  isUnconfirmed: boolean;
  createdAt: Date;
  tokenExpiresAt: Date;
}

/** Purchases of which something is left, in the merchant's days. */
export async function readPlainPurchases(
  owner: pg.Pool,
  merchantId: string,
  timeZone: string,
): Promise<PlainPurchase[]> {
  const { rows } = await owner.query(
    `SELECT id, customer_id, employee_id, created_at, token_expires_at, qr_scanned,
       amount_cents - reversed_amount_cents AS cents, cashback_cents - reversed_cashback_cents AS cashback
     FROM transactions WHERE merchant_id = $1 AND amount_cents > reversed_amount_cents`,
    [merchantId],
  );
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    employeeId: row.employee_id,
    day: dayAt(row.created_at, timeZone),
    month: dayAt(row.created_at, timeZone).slice(0, 7),
    cents: row.cents,
    cashbackCents: row.cashback,
    isUnconfirmed: !row.qr_scanned && row.cashback > 0,
    createdAt: row.created_at,
    tokenExpiresAt: row.token_expires_at,
  }));
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const unique = <Item>(items: readonly Item[]) => [...new Set(items)];
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
/** Quotient rounded half up; neither argument is negative. */
const halfUp = (dividend: number, divisor: number) =>
  divisor === 0 ? 0 : Math.floor(dividend / divisor + 0.5);

export interface PlainBuyer {
  customerId: string;
  purchases: number;
  spentCents: number;
  firstOn: string;
  lastOn: string;
  segment: string;
  value: string;
}

/** Every customer with a purchase, the newest last purchase first, equals by id. */
export function plainBuyers(purchases: readonly PlainPurchase[], today: string): PlainBuyer[] {
  const buyers = unique(purchases.map(({ customerId }) => customerId)).map((customerId) => {
    const theirs = purchases.filter((purchase) => purchase.customerId === customerId);
    const ordered = theirs.map(({ day }) => day).sort();
    const [firstOn = '', lastOn = ''] = [ordered[0], ordered.at(-1)];
    const buyer = {
      customerId,
      purchases: theirs.length,
      spentCents: sum(theirs.map(({ cents }) => cents)),
      firstOn,
      lastOn,
    };
    const value = buyer.spentCents > 50_000 ? 'high' : buyer.spentCents > 20_000 ? 'medium' : 'base';
    return { ...buyer, value, segment: plainSegment(buyer, today) };
  });
  return buyers.sort((a, b) => (`${a.lastOn}${a.customerId}` > `${b.lastOn}${b.customerId}` ? -1 : 1));
}

function plainSegment(
  { purchases, firstOn, lastOn }: { purchases: number; firstOn: string; lastOn: string },
  today: string,
): string {
  const quietDays = daysBetween(lastOn, today);
  if (quietDays > 120) return 'lost';
  if (quietDays > 60) return 'at_risk';
  if (purchases >= 4) return 'loyal';
  return daysBetween(firstOn, today) <= 30 ? 'new' : 'occasional';
}

export function plainSegments(buyers: readonly PlainBuyer[]): object {
  const count = (group: readonly PlainBuyer[]) => ({
    customers: group.length,
    spentCents: sum(group.map(({ spentCents }) => spentCents)),
  });
  return {
    customers: buyers.length,
    segments: ['new', 'loyal', 'occasional', 'at_risk', 'lost'].map((segment) => {
      const theirs = buyers.filter((each) => each.segment === segment);
      const total = count(theirs);
      return {
        segment,
        ...total,
        averageSpentCents: halfUp(total.spentCents, total.customers),
        byValue: ['high', 'medium', 'base'].map((value) => ({
          value,
          ...count(theirs.filter((each) => each.value === value)),
        })),
      };
    }),
  };
}

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

export function plainCohorts(purchases: readonly PlainPurchase[], today: string): object {
  const current = today.slice(0, 7);
  const firstMonths = new Map<string, string>();
  for (const { customerId, month } of purchases)
    if (month < (firstMonths.get(customerId) ?? '9')) firstMonths.set(customerId, month);
  // Eleven months before the current one: a month later, a year earlier.
  const [year = 0, number = 0] = current.split('-').map(Number);
  const earliest = number === 12 ? `${year}-01` : `${year - 1}-${String(number + 1).padStart(2, '0')}`;
  const cohorts: object[] = [];
  const oldest = [...firstMonths.values()].filter((month) => month >= earliest).sort()[0];
  for (let month = oldest; month !== undefined && month <= current; month = monthAfter(month)) {
    const members = [...firstMonths].filter(([, first]) => first === month).map(([id]) => id);
    const months: { spentCents: number }[] = [];
    for (let each = month; each <= current; each = monthAfter(each)) {
      const theirs = purchases.filter(
        (purchase) => purchase.month === each && members.includes(purchase.customerId),
      );
      const customers = unique(theirs.map(({ customerId }) => customerId)).length;
      const retentionTenths = halfUp(customers * 1_000, members.length);
      months.push({
        offset: months.length,
        customers,
        retentionTenths,
        spentCents: sum(theirs.map(({ cents }) => cents)),
      } as never);
    }
    const spentCents = sum(months.map((each) => each.spentCents));
    cohorts.unshift({ month, customers: members.length, spentCents, months });
  }
  return { cohorts };
}

const within =
  ({ from, to }: Period) =>
  (purchase: { day: string }) =>
    from <= purchase.day && purchase.day <= to;

export function plainUnconfirmed(
  purchases: readonly PlainPurchase[],
  period: Period,
  now: Date,
  today: string,
): object {
  const all = purchases.filter(within(period));
  const open = all.filter(({ isUnconfirmed }) => isUnconfirmed);
  const recent = open.filter(({ day }) => daysBetween(day, today) < 30);
  const cents = (group: readonly PlainPurchase[]) => sum(group.map(({ cashbackCents }) => cashbackCents));
  return {
    transactions: open.length,
    cents: cents(open),
    shareTenths: halfUp(open.length * 1_000, all.length),
    recentTransactions: recent.length,
    recentCents: cents(recent),
    lapsedTransactions: open.length - recent.length,
    lapsedCents: cents(open) - cents(recent),
    latest: recent
      .filter(({ tokenExpiresAt }) => tokenExpiresAt > now)
      .map(({ createdAt }) => createdAt.toISOString())
      .sort()
      .reverse()
      .slice(0, 20),
  };
}

/** Each employee's purchases and redemptions of a period, by id. */
export async function plainEmployees(
  owner: pg.Pool,
  merchantId: string,
  { purchases, period, timeZone }: { purchases: readonly PlainPurchase[]; period: Period; timeZone: string },
): Promise<Map<string, object>> {
  const { rows } = await owner.query(
    `SELECT employee_id, created_at, amount_cents FROM redemptions WHERE merchant_id = $1 AND status = 'completed'`,
    [merchantId],
  );
  const redemptions = rows
    .map((row) => ({
      employeeId: row.employee_id,
      day: dayAt(row.created_at, timeZone),
      cents: row.amount_cents,
    }))
    .filter(within(period));
  const sold = purchases.filter(within(period));
  const ids: string[] = unique([...sold, ...redemptions].map(({ employeeId }) => employeeId));
  return new Map(
    ids.map((id) => {
      const own = sold.filter(({ employeeId }) => employeeId === id);
      const ownOpen = own.filter(({ isUnconfirmed }) => isUnconfirmed);
      const ownRedemptions = redemptions.filter(({ employeeId }) => employeeId === id);
      const revenueCents = sum(own.map(({ cents }) => cents));
      return [
        id,
        {
          transactions: own.length,
          revenueCents,
          averageTicketCents: halfUp(revenueCents, own.length),
          cashbackCents: sum(own.map(({ cashbackCents }) => cashbackCents)),
          unconfirmedTransactions: ownOpen.length,
          unconfirmedCents: sum(ownOpen.map(({ cashbackCents }) => cashbackCents)),
          redemptions: ownRedemptions.length,
          redeemedCents: sum(ownRedemptions.map(({ cents }) => cents)),
        },
      ];
    }),
  );
}

/** The liability, computed from the lots themselves at `now`. */
export async function plainLiability(
  owner: pg.Pool,
  merchantId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<object> {
  const { rows } = await owner.query(
    `SELECT l.remaining_cents, l.available_at, l.expires_at,
       (SELECT coalesce(-sum(e.amount_cents), 0)::bigint FROM ledger_entries e
        WHERE e.merchant_id = l.merchant_id AND e.lot_id = l.id AND e.kind IN ('expiry', 'expiry_reversal')) AS expired_cents
     FROM cashback_lots l WHERE l.merchant_id = $1`,
    [merchantId],
  );
  const lots = rows.map((row) => ({
    left: row.remaining_cents as number,
    expired: row.expired_cents as number,
    isMaturing: row.available_at > now,
    isOver: row.expires_at !== null && row.expires_at <= now,
    lastDay: row.expires_at && dayAt(new Date(row.expires_at.getTime() - 1), timeZone),
  }));
  type Lot = (typeof lots)[number];
  const total = (keep: (lot: Lot) => boolean) => sum(lots.filter(keep).map(({ left }) => left));
  const open = lots.filter(({ isOver, left }) => !isOver && left > 0);
  const today = dayAt(now, timeZone);
  const months = unique(open.map(({ lastDay }) => lastDay?.slice(0, 7) ?? null)) as (string | null)[];
  return {
    at: now.toISOString(),
    availableCents: total((lot) => !lot.isOver && !lot.isMaturing),
    maturingCents: total((lot) => !lot.isOver && lot.isMaturing),
    redeemableTotalCents: total((lot) => !lot.isOver),
    expiring: [30, 60, 90].map((days) => ({
      days,
      cents: total((lot) => !lot.isOver && lot.lastDay && daysBetween(today, lot.lastDay) <= days),
    })),
    neverExpiringCents: total((lot) => !lot.lastDay),
    expiredCents: total((lot) => lot.isOver) + sum(lots.map(({ expired }) => expired)),
    lots: months
      .sort((a, b) => ((a ?? '9') < (b ?? '9') ? -1 : 1))
      .map((month) => {
        const ofMonth = (lot: Lot) => !lot.isOver && (lot.lastDay?.slice(0, 7) ?? null) === month;
        return {
          month,
          remainingCents: total(ofMonth),
          maturingCents: total((lot) => ofMonth(lot) && lot.isMaturing),
        };
      }),
  };
}
