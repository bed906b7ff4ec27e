import {
  averageCashbackCents,
  type PeriodTotals,
  pendingCents,
  redemptionRateTenths,
} from 'domain/report-formulas';
import { daysOf, type Period, periodBefore } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { type DayRow, listDays } from './days.sql.ts';
import { sumTotals } from './period-totals.ts';

/** A day of the charts. */
export interface ReportDay {
  day: string;
  transactions: number;
  revenueCents: number;
  cashbackCents: number;
  redeemedCents: number;
}

export interface PeriodReport {
  period: Period;
  before: Period;
  figures: PeriodTotals;
  figuresBefore: PeriodTotals;
  insights: {
    averageTicketCents: number;
    averageCashbackCents: number;
    redemptionRateTenths: number;
    /** Distributed minus redeemed; may be negative. */
    pendingCents: number;
  };
  /** Every day of the period, also those on which nothing happened. */
  days: ReportDay[];
}

/** A period as its days, beside the sums of the one before it, which ends where it begins. */
export async function summarizePeriod(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<PeriodReport> {
  const before = periodBefore(period);
  const rows = await readRollups(app, merchantId, (tx) => listDays(tx, { from: before.from, to: period.to }));
  const ofPeriod = rows.filter(({ day }) => day >= period.from);
  const totals = sumTotals(ofPeriod);
  return {
    period,
    before,
    figures: totals,
    figuresBefore: sumTotals(rows.filter(({ day }) => day < period.from)),
    insights: {
      averageTicketCents: totals.averageTicketCents,
      averageCashbackCents: averageCashbackCents(totals.cashbackCents, totals.transactions),
      redemptionRateTenths: redemptionRateTenths(totals.redeemedCents, totals.cashbackCents),
      pendingCents: pendingCents(totals.cashbackCents, totals.redeemedCents),
    },
    days: everyDay(period, ofPeriod),
  };
}

function everyDay(period: Period, rows: readonly DayRow[]): ReportDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysOf(period).map((day) => {
    const row = byDay.get(day);
    return {
      day,
      transactions: row?.purchases ?? 0,
      revenueCents: row?.revenue_cents ?? 0,
      cashbackCents: row?.cashback_cents ?? 0,
      redeemedCents: row?.redeemed_cents ?? 0,
    };
  });
}
