import { addDays, elapsedDays, isRunning, type Period, periodBefore } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';
import { getReportClock, sumDayUntil } from './comparison.sql.ts';
import type { TotalsRow } from './period-totals.ts';

/** What the numbers of a period are compared with. */
export interface Comparison {
  /** The period's days up to today. */
  elapsed: Period;
  /** As many days before. */
  before: Period;
  /** 'HH:MM' while the period runs: its last day has got so far, and that of `before` counts as far. */
  until: string | null;
}

export interface ComparedPeriod {
  /** The merchant's day. */
  today: string;
  before: Period;
  /** Null where nothing is comparable: before the merchant's first day, or the period has not begun. */
  comparison: Comparison | null;
  /** The days of `before` that count whole; may be none. */
  wholeDays: Period;
  /** The part of its last day that counts besides. */
  partOfLastDay: TotalsRow[];
}

/** Finds what a period is compared with: as many elapsed days, the last one up to the same time. */
export async function comparePeriod(tx: TenantTransaction, period: Period): Promise<ComparedPeriod> {
  const { today, time, since } = await getReportClock(tx, tx.now);
  const before = periodBefore(period, today);
  const isCut = isRunning(period, today);
  const isComparable = period.from <= today && before.from >= since;
  return {
    today,
    before,
    comparison: isComparable
      ? { elapsed: elapsedDays(period, today), before, until: isCut ? time : null }
      : null,
    wholeDays: isCut ? { from: before.from, to: addDays(before.to, -1) } : before,
    partOfLastDay: isCut ? [await sumDayUntil(tx, before.to, tx.now)] : [],
  };
}
