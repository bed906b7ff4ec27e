import {
  type AcquisitionRatio,
  acquisitionRatio,
  averageRevenueCents,
  cacCents,
  ltvCents,
  roiTenths,
} from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getAcquisition } from './acquisition.sql.ts';

export interface AcquisitionSummary {
  period: Period;
  spendCents: number;
  newCustomers: number;
  /** Number of different customers who bought, and have something of it left. */
  payingCustomers: number;
  revenueCents: number;
  cacCents: number;
  averageRevenueCents: number;
  ltvCents: number;
  /** Tenths of a percent; may be negative. */
  roiTenths: number;
  /** Null where the CAC is 0. */
  ratio: AcquisitionRatio | null;
}

/** Sums the cost of new customers and the value of customers. */
export async function summarizeAcquisition(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<AcquisitionSummary> {
  const row = await readRollups(app, merchantId, (tx) => getAcquisition(tx, period));
  const cac = cacCents(row.spend_cents, row.new_customers);
  const ltv = ltvCents(row.revenue_cents, row.paying_customers);
  return {
    period,
    spendCents: row.spend_cents,
    newCustomers: row.new_customers,
    payingCustomers: row.paying_customers,
    revenueCents: row.revenue_cents,
    cacCents: cac,
    averageRevenueCents: averageRevenueCents(row.revenue_cents, row.paying_customers),
    ltvCents: ltv,
    roiTenths: roiTenths(row.revenue_cents, row.spend_cents),
    ratio: acquisitionRatio(ltv, cac),
  };
}
