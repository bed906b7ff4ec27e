import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import { trpc } from '../../lib/trpc.ts';

export type LedgerEntry = ApiOutputs['customers']['ledger']['entries'][number];

/** The whole ledger, page after page, newest first. */
export function useLedger(customerId: string) {
  const { client } = trpc.useUtils();
  // Not tRPC's own infinite query: that wants the page's place in the input to be called 'cursor'.
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.customers.ledger, { customerId }, 'infinite'),
    queryFn: ({ pageParam, signal }) =>
      client.customers.ledger.query({ customerId, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    staleTime: 0,
  });
}
