import type { ApiOutputs } from 'api/contract';
import type { Period } from 'domain/report-periods';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';

export type Acquisition = ApiOutputs['reports']['acquisition'];

/** The cost of new customers in the period, and the worth of customers. */
export function useAcquisition(period: Period) {
  return trpc.reports.acquisition.useQuery(period, PERIOD_ANSWER);
}

export type AcquisitionQuery = ReturnType<typeof useAcquisition>;
