import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { Segment, Value } from 'domain/segments';
import { trpc } from '../../lib/trpc.ts';

export type SegmentCustomer = ApiOutputs['reports']['segmentCustomers']['customers'][number];

/** How many the API answers at once. */
export const CUSTOMERS_PER_PAGE = 50;

/** The customers of a segment, as far as they were read. */
export function useSegmentCustomers(segment: Segment, value: Value | undefined) {
  const { client } = trpc.useUtils();
  const input = { segment, ...(value && { value }) };
  // Not tRPC's own infinite query: that wants the page's place in the input to be called 'cursor'.
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.reports.segmentCustomers, input, 'infinite'),
    queryFn: ({ pageParam, signal }) =>
      client.reports.segmentCustomers.query(
        { ...input, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ customers }) => customers),
    staleTime: 0,
    networkMode: 'always',
  });
}
