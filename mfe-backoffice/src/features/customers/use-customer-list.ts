import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { CustomerSort } from 'domain/customer-list-inputs';
import { trpc } from '../../lib/trpc.ts';

export type ListedCustomer = ApiOutputs['customers']['list']['customers'][number];

/** The list as far as it was read. */
export function useCustomerList(search: string, sort: CustomerSort) {
  const { client } = trpc.useUtils();
  const input = { sort, ...(search !== '' && { search }) };
  // Not tRPC's own infinite query: that wants the page's place in the input to be called 'cursor'.
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.customers.list, input, 'infinite'),
    queryFn: async ({ pageParam, signal }) => ({
      ...(await client.customers.list.query({ ...input, after: pageParam }, { signal })),
      isSearch: search !== '',
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      customers: pages.flatMap(({ customers }) => customers),
      timeZone: pages[0]?.timeZone,
      /** Of these rows, which may still be those of the search before. */
      isSearch: pages[0]?.isSearch === true,
    }),
    // The rows of the search before stay until those of the new one are there: nothing flickers while somebody types.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type CustomerListQuery = ReturnType<typeof useCustomerList>;
