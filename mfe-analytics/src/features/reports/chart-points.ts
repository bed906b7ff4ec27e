import { countDays, type Period } from 'domain/report-periods';
import type { PeriodReport } from './use-period-report.ts';

/** In CSS pixels, of each chart. */
export const CHART_HEIGHT = 300;

/** A chart's data at one place of its axis: a day, or the days of a month that lie in the period. */
export interface ChartPoint extends Period, Amounts {}

interface Amounts {
  transactions: number;
  revenueCents: number;
  cashbackCents: number;
  redeemedCents: number;
}

export type Grouping = 'day' | 'month';

/** A quarter. With more days a chart's bars become hairlines, and its table too long to read. */
const MOST_DAYS = 92;

/** Whether months say something too. */
export const mayGroup = (period: Period): boolean => countDays(period) > MOST_DAYS;

export const usualGrouping = (period: Period): Grouping => (mayGroup(period) ? 'month' : 'day');

/**
 * The report's days as a chart's points, oldest first. Days that have yet to come are left out, as they are
 * not days without a purchase; one on which something happened stays, whatever this computer's clock says.
 */
export function chartPoints(days: PeriodReport['days'], grouping: Grouping, today: string): ChartPoint[] {
  const last = days.findLastIndex((day) => day.day <= today || hasActivity(day));
  const points: ChartPoint[] = [];
  for (const { day, ...amounts } of days.slice(0, last + 1)) {
    const point = points.at(-1);
    if (grouping === 'month' && point?.from.slice(0, 7) === day.slice(0, 7)) {
      Object.assign(point, add(point, amounts), { to: day });
    } else {
      points.push({ from: day, to: day, ...amounts });
    }
  }
  return points;
}

export function totalOf(points: readonly ChartPoint[]): Amounts {
  return points.reduce<Amounts>(add, {
    transactions: 0,
    revenueCents: 0,
    cashbackCents: 0,
    redeemedCents: 0,
  });
}

export function hasActivity(amounts: Amounts): boolean {
  return (
    amounts.transactions !== 0 ||
    amounts.revenueCents !== 0 ||
    amounts.cashbackCents !== 0 ||
    amounts.redeemedCents !== 0
  );
}

function add(one: Amounts, other: Amounts): Amounts {
  return {
    transactions: one.transactions + other.transactions,
    revenueCents: one.revenueCents + other.revenueCents,
    cashbackCents: one.cashbackCents + other.cashbackCents,
    redeemedCents: one.redeemedCents + other.redeemedCents,
  };
}
