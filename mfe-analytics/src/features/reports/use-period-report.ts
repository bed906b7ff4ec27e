import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type PeriodReport = ApiOutputs['reports']['period'];

/** The period as its days. */
export function usePeriodReport(period: Period) {
  return trpc.reports.period.useQuery(period, PERIOD_ANSWER);
}

export type PeriodReportQuery = ReturnType<typeof usePeriodReport>;
