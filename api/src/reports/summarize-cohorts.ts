import { shareTenths } from 'domain/report-formulas';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { type CohortMonthRow, listCohortMonths } from './cohorts.sql.ts';
import { getMerchantDay } from './merchant-day.sql.ts';

const COHORTS = 12;

export interface CohortMonth {
  /** Months since the first purchase. */
  offset: number;
  /** Number of the cohort's customers who bought in that month. */
  customers: number;
  /** Their share of the cohort, in tenths of a percent. */
  retentionTenths: number;
  spentCents: number;
}

/** Customers whose first purchase was in the same month, and their later purchases. */
export interface Cohort {
  /** 'YYYY-MM'. */
  month: string;
  customers: number;
  /** Sum over all its months. */
  spentCents: number;
  /** Months from the first purchase's to the current one, also those in which none of them bought. */
  months: CohortMonth[];
}

export interface CohortsReport {
  cohorts: Cohort[];
}

/**
 * The cohorts of the current month and the eleven before it, newest first, without the months before the
 * merchant's first purchase. The current month is not over: its numbers still grow.
 */
export async function summarizeCohorts(
  app: { tenancy: Tenancy },
  merchantId: string,
): Promise<CohortsReport> {
  const { months, rows } = await readRollups(app, merchantId, async (tx) => {
    const current = (await getMerchantDay(tx, tx.now)).slice(0, 7);
    const months = Array.from({ length: COHORTS }, (_, before) => monthBefore(current, before));
    return { months, rows: await listCohortMonths(tx, { from: months.at(-1) ?? current, to: current }) };
  });
  const byMonths = new Map(rows.map((row) => [`${row.cohort} ${row.month}`, row]));
  const cohorts = months.map((month, age) =>
    toCohort(month, months.slice(0, age + 1).reverse(), (other) => byMonths.get(`${month} ${other}`)),
  );
  const oldest = cohorts.findLastIndex(({ customers }) => customers > 0);
  return { cohorts: cohorts.slice(0, oldest + 1) };
}

function toCohort(
  month: string,
  itsMonths: readonly string[],
  rowOf: (month: string) => CohortMonthRow | undefined,
): Cohort {
  const customers = rowOf(month)?.customers ?? 0;
  const months = itsMonths.map((each, offset) => {
    const row = rowOf(each);
    return {
      offset,
      customers: row?.customers ?? 0,
      retentionTenths: shareTenths(row?.customers ?? 0, customers),
      spentCents: row?.spent_cents ?? 0,
    };
  });
  return { month, customers, spentCents: months.reduce((sum, each) => sum + each.spentCents, 0), months };
}

/** '2026-01' and 2 → '2025-11'. */
function monthBefore(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7);
}
