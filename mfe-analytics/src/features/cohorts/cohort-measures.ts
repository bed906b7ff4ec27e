import { formatCents } from 'domain/money';
import { formatCount, formatTenths } from '../../lib/number-formats.ts';
import type { Cohort, CohortMonth } from './use-cohorts.ts';

/** The measures that cells can show. */
export const COHORT_MEASURES = {
  retention: 'Retenção',
  customers: 'Clientes',
  revenue: 'Receita',
} as const;

export type CohortMeasure = keyof typeof COHORT_MEASURES;

export function cellText(month: CohortMonth, measure: CohortMeasure): string {
  if (measure === 'retention') return formatTenths(month.retentionTenths);
  return measure === 'customers' ? formatCount(month.customers) : formatCents(month.spentCents);
}

/** The warmest of the tones; 0 is none. */
const WARMEST = 5;

/**
 * How warm a cell is. Customers are measured against those their cohort began with, revenue against the best
 * month of the whole table; whatever is above nothing has a tone.
 */
export function heatOf(month: CohortMonth, measure: CohortMeasure, bestCents: number): number {
  const [part, whole] =
    measure === 'revenue' ? [month.spentCents, bestCents] : [month.retentionTenths, 1_000];
  return whole === 0 ? 0 : Math.min(WARMEST, Math.ceil((part / whole) * WARMEST));
}

export function bestMonthCents(cohorts: readonly Cohort[]): number {
  return Math.max(0, ...cohorts.flatMap(({ months }) => months.map(({ spentCents }) => spentCents)));
}
