import type { ApiOutputs } from 'api/contract';
import { TOGETHER } from 'federation/create-api-links';
import { trpc } from '../../lib/trpc.ts';

export type SegmentsReport = ApiOutputs['reports']['segments'];
export type SegmentTotals = SegmentsReport['segments'][number];

export function useSegments() {
  return trpc.reports.segments.useQuery(undefined, {
    staleTime: 0,
    trpc: TOGETHER,
  });
}
