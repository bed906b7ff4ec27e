import type { ApiOutputs } from 'api/contract';
import { TOGETHER } from 'federation/create-api-links';
import { trpc } from '../../lib/trpc.ts';

export type LiabilityReport = ApiOutputs['reports']['liability'];
export type ExpiryMonth = LiabilityReport['lots'][number];

export function useLiability() {
  return trpc.reports.liability.useQuery(undefined, {
    staleTime: 0,
    trpc: TOGETHER,
  });
}
