import type { Period } from 'domain/report-periods';
import type { History, Moment } from './merchant-history.ts';
import { cashbackOf } from './money/model.ts';

/**
 * The reports once more, as plainly as they can be said: every purchase, redemption, customer and investment
 * is looked at, whatever the period. Shares nothing with the product.
 */

const RATE_BASIS_POINTS = 500;

const total = <Item>(items: Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);
/** Math.round takes the greater of two equally near numbers, below zero too. */
const share = (part: number, whole: number, scale = 1) => Math.round((part * scale) / whole) + 0;
const orZero = (part: number, whole: number, scale = 1) => (whole === 0 ? 0 : share(part, whole, scale));

/** With `until` ('HH:MM:SS.mmm') the last day counts up to that time. */
export const restate = (history: History, { from, to }: Period, until?: string) => {
  const isDayIn = (day: string) => day >= from && day <= to;
  const isIn = ({ day, time }: Moment) =>
    isDayIn(day) && (day !== to || until === undefined || time <= until);
  const purchases = history.purchases.filter((each) => isIn(each) && each.leftCents > 0);
  const redemptions = history.redemptions.filter((each) => isIn(each) && !each.isUndone);
  const revenueCents = total(purchases, ({ leftCents }) => leftCents);
  const cashbackCents = total(purchases, ({ leftCents }) => cashbackOf(leftCents, RATE_BASIS_POINTS));
  const redeemedCents = total(redemptions, ({ amountCents }) => amountCents);
  const spendCents = total(
    history.spend.filter(({ date }) => isDayIn(date)),
    ({ amountCents }) => amountCents,
  );
  const newCustomers = [...history.buyers.values()].filter(isIn).length;
  const payingCustomers = new Set(purchases.map(({ phone }) => phone)).size;
  return {
    transactions: purchases.length,
    revenueCents,
    cashbackCents,
    redemptions: redemptions.length,
    redeemedCents,
    newCustomers,
    spendCents,
    payingCustomers,
  };
};
type Restated = ReturnType<typeof restate>;

export function restateTotals(restated: Restated) {
  const { spendCents: _spend, payingCustomers: _paying, ...totals } = restated;
  return { ...totals, averageTicketCents: orZero(totals.revenueCents, totals.transactions) };
}

export function restateAcquisition({ spendCents, newCustomers, payingCustomers, revenueCents }: Restated) {
  const cacCents = orZero(spendCents, newCustomers);
  const ltvCents = share(revenueCents, payingCustomers || 1);
  const band = ltvCents >= cacCents * 3 ? 'excellent' : ltvCents >= cacCents ? 'good' : 'attention';
  return {
    spendCents,
    newCustomers,
    payingCustomers,
    revenueCents,
    cacCents,
    averageRevenueCents: ltvCents,
    ltvCents,
    roiTenths: orZero(revenueCents - spendCents, spendCents, 1_000),
    ratio: cacCents === 0 ? null : { hundredths: share(ltvCents, cacCents, 100), band },
  };
}

export function restateInsights({ transactions, revenueCents, cashbackCents, redeemedCents }: Restated) {
  return {
    averageTicketCents: orZero(revenueCents, transactions),
    averageCashbackCents: orZero(cashbackCents, transactions),
    redemptionRateTenths: orZero(redeemedCents, cashbackCents, 1_000),
    pendingCents: cashbackCents - redeemedCents,
  };
}

export function restateDay(history: History, day: string) {
  const { transactions, revenueCents, cashbackCents, redeemedCents } = restate(history, {
    from: day,
    to: day,
  });
  return { day, transactions, revenueCents, cashbackCents, redeemedCents };
}

const DAY_MS = 86_400_000;
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const later = (day: string, days: number) => dayOf(new Date(dateOf(day).getTime() + days * DAY_MS));

/** The same day so many months earlier, found by walking through that month; its last where it is shorter. */
function sameDayEarlier(day: string, months: number): string {
  const month = dateOf(`${day.slice(0, 7)}-01`);
  month.setUTCMonth(month.getUTCMonth() - months);
  let found = dayOf(month);
  while (found.slice(8) !== day.slice(8) && later(found, 1).slice(0, 7) === found.slice(0, 7))
    found = later(found, 1);
  return found;
}

/** The days that a period is compared with on `today`. */
export function restateBefore({ from, to }: Period, today: string): Period {
  const isRunning = from <= today && today <= to;
  const last = isRunning ? today : to;
  const isFromFirst = from.endsWith('-01');
  const isToLast = later(to, 1).endsWith('-01');
  let days = 1;
  while (later(from, days) <= to) days += 1;
  if (!isFromFirst || (!isToLast && days <= 7)) return { from: later(from, -days), to: later(last, -days) };
  let months = 1;
  while (sameDayEarlier(`${to.slice(0, 7)}-01`, months - 1) !== from) months += 1;
  return {
    from: sameDayEarlier(from, months),
    to: isToLast && !isRunning ? later(from, -1) : sameDayEarlier(last, months),
  };
}
