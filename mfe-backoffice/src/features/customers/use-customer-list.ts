import { keepPreviousData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { CustomerSort } from 'domain/customer-list-inputs';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type ListedCustomer = ApiOutputs['customers']['list']['customers'][number];

/** The list as far as it was read. */
export function useCustomerList(search: string, sort: CustomerSort) {
  const { client } = trpc.useUtils();
  const input = { sort, ...(search !== '' && { search }) };
  return usePages({
    queryKey: getQueryKey(trpc.customers.list, input, 'infinite'),
    readPage: async (after: string | undefined, signal) => ({
      ...(await client.customers.list.query({ ...input, after }, { signal })),
      isSearch: search !== '',
    }),
    nextOf: ({ next }) => next,
    select: (pages) => ({
      customers: pages.flatMap(({ customers }) => customers),
      timeZone: pages[0]?.timeZone,
      /** Refers to these rows, which may still be those of the previous search. */
      isSearch: pages[0]?.isSearch === true,
    }),
    // The previous search's rows stay until the new ones are there: nothing flickers while typing.
    placeholderData: keepPreviousData,
  });
}

export type CustomerListQuery = ReturnType<typeof useCustomerList>;
