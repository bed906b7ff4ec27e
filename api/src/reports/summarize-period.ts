import {
  averageCashbackCents,
  type PeriodTotals,
  pendingCents,
  redemptionRateTenths,
} from 'domain/report-formulas';
import { daysOf, type Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { type Comparison, comparePeriod } from './compare-period.ts';
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
  comparison: Comparison | null;
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

/** A period as its days, beside the sums of as many days before it. */
export async function summarizePeriod(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<PeriodReport> {
  const { compared, rows } = await readRollups(app, merchantId, async (tx) => {
    const compared = await comparePeriod(tx, period);
    return { compared, rows: await listDays(tx, { from: compared.before.from, to: period.to }) };
  });
  const { before, comparison, wholeDays, partOfLastDay } = compared;
  const ofPeriod = rows.filter(({ day }) => day >= period.from);
  const totals = sumTotals(ofPeriod);
  return {
    period,
    before,
    comparison,
    figures: totals,
    figuresBefore: sumTotals([...rows.filter(({ day }) => day <= wholeDays.to), ...partOfLastDay]),
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
