import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type LedgerEntry = ApiOutputs['customers']['ledger']['entries'][number];

/** The whole ledger, page after page, newest first. */
export function useLedger(customerId: string) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.customers.ledger, { customerId }, 'infinite'),
    readPage: (before: number | undefined, signal) =>
      client.customers.ledger.query({ customerId, before }, { signal }),
    nextOf: ({ nextBefore }) => nextBefore,
    select: (pages) => pages.flatMap(({ entries }) => entries),
  });
}
