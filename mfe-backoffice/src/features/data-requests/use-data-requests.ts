import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { DataRequestState } from 'domain/data-requests';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type DataRequest = ApiOutputs['dataRequests']['list']['requests'][number];

/** The requests in one state, page after page. */
export function useDataRequests(state: DataRequestState) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.dataRequests.list, { state }, 'infinite'),
    readPage: (after: string | undefined, signal) =>
      client.dataRequests.list.query({ state, ...(after && { after }) }, { signal }),
    nextOf: ({ next }) => next ?? undefined,
    select: (pages) => pages.flatMap(({ requests }) => requests),
  });
}
