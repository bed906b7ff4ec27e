import { averageTicketCents } from 'domain/report-formulas';
import { LOYAL_PURCHASES, SEGMENTS, type Segment, segmentLimits, VALUES, type Value } from 'domain/segments';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getMerchantDay } from './merchant-day.sql.ts';
import { listSegmentTotals, type SegmentTotalsRow } from './segments.sql.ts';

/** The number that the database's value_class() gives to each value. */
export const VALUE_CLASSES: Record<Value, number> = { high: 3, medium: 2, base: 1 };

interface Count {
  customers: number;
  spentCents: number;
}

export interface SegmentSummary extends Count {
  segment: Segment;
  /** Average of what each of them spent altogether. */
  averageSpentCents: number;
  /** Every value, the greatest first. */
  byValue: (Count & { value: Value })[];
}

export interface SegmentsReport {
  /** Every segment, in their order. */
  segments: SegmentSummary[];
  /** All customers who bought and have something of it left. */
  customers: number;
}

/** The clientele by segment and value, as of the merchant's today. */
export async function summarizeSegments(
  app: { tenancy: Tenancy },
  merchantId: string,
): Promise<SegmentsReport> {
  const rows = await readRollups(app, merchantId, async (tx) => {
    const today = await getMerchantDay(tx, tx.now);
    const days = {
      activeFrom: segmentLimits('loyal', today).last[0],
      atRiskFrom: segmentLimits('at_risk', today).last[0],
      newFrom: segmentLimits('new', today).first[0],
    };
    return await listSegmentTotals(tx, days, LOYAL_PURCHASES);
  });
  const segments = SEGMENTS.map((segment) => summarize(segment, rows));
  return { segments, customers: segments.reduce((sum, { customers }) => sum + customers, 0) };
}

function summarize(segment: Segment, rows: readonly SegmentTotalsRow[]): SegmentSummary {
  const byValue = VALUES.map((value) => ({ value, ...countOf(segment, value, rows) }));
  const customers = byValue.reduce((sum, count) => sum + count.customers, 0);
  const spentCents = byValue.reduce((sum, count) => sum + count.spentCents, 0);
  return {
    segment,
    customers,
    spentCents,
    averageSpentCents: averageTicketCents(spentCents, customers),
    byValue,
  };
}

function countOf(segment: Segment, value: Value, rows: readonly SegmentTotalsRow[]): Count {
  const of = (kind: SegmentTotalsRow['segment']): Count => {
    const row = rows.find((each) => each.segment === kind && each.value_class === VALUE_CLASSES[value]);
    return { customers: row?.customers ?? 0, spentCents: row?.spent_cents ?? 0 };
  };
  if (segment !== 'occasional') return of(segment);
  const [active, recent] = [of('active'), of('new')];
  return {
    customers: active.customers - recent.customers,
    spentCents: active.spentCents - recent.spentCents,
  };
}
