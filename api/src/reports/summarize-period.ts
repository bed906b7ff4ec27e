import { averageCashbackCents, type PeriodFigures, pendingCents, redemptionRateTenths } from 'domain/metrics';
import { daysOf, type Period, periodBefore } from 'domain/report-periods';
import { readFigures } from '../figures/read-figures.ts';
import type { Tenancy } from '../tenant.ts';
import { type DayRow, listDays } from './days.sql.ts';
import { sumFigures } from './period-figures.ts';

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
  figures: PeriodFigures;
  figuresBefore: PeriodFigures;
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
  const rows = await readFigures(app, merchantId, (tx) => listDays(tx, { from: before.from, to: period.to }));
  const ofPeriod = rows.filter(({ day }) => day >= period.from);
  const figures = sumFigures(ofPeriod);
  return {
    period,
    before,
    figures,
    figuresBefore: sumFigures(rows.filter(({ day }) => day < period.from)),
    insights: {
      averageTicketCents: figures.averageTicketCents,
      averageCashbackCents: averageCashbackCents(figures.cashbackCents, figures.transactions),
      redemptionRateTenths: redemptionRateTenths(figures.redeemedCents, figures.cashbackCents),
      pendingCents: pendingCents(figures.cashbackCents, figures.redeemedCents),
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
      transactions: row?.sales ?? 0,
      revenueCents: row?.revenue_cents ?? 0,
      cashbackCents: row?.cashback_cents ?? 0,
      redeemedCents: row?.redeemed_cents ?? 0,
    };
  });
}
