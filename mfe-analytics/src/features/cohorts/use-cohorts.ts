import type { ApiOutputs } from 'api/contract';
import { TOGETHER } from 'federation/create-api-links';
import { trpc } from '../../lib/trpc.ts';

export type Cohort = ApiOutputs['reports']['cohorts']['cohorts'][number];
export type CohortMonth = Cohort['months'][number];

export function useCohorts() {
  return trpc.reports.cohorts.useQuery(undefined, {
    staleTime: 0,
    trpc: TOGETHER,
  });
}
