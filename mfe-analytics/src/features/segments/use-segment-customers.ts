import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { Segment, Value } from 'domain/segments';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type SegmentCustomer = ApiOutputs['reports']['segmentCustomers']['customers'][number];

/** How many the API answers at once. */
export const CUSTOMERS_PER_PAGE = 50;

/** The customers of a segment, as far as they were read. */
export function useSegmentCustomers(segment: Segment, value: Value | undefined) {
  const { client } = trpc.useUtils();
  const input = { segment, ...(value && { value }) };
  return usePages({
    queryKey: getQueryKey(trpc.reports.segmentCustomers, input, 'infinite'),
    readPage: (after: string | undefined, signal) =>
      client.reports.segmentCustomers.query({ ...input, ...(after !== undefined && { after }) }, { signal }),
    nextOf: ({ next }) => next,
    select: (pages) => pages.flatMap(({ customers }) => customers),
  });
}
