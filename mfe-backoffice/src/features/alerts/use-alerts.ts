import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type ListedAlert = ApiOutputs['alerts']['list']['alerts'][number];
export type ShownAlert = ApiOutputs['alerts']['show'];

/** The open or the closed alerts, page after page. */
export function useAlerts(state: 'open' | 'closed') {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.alerts.list, { state }, 'infinite'),
    readPage: (after: string | undefined, signal) =>
      client.alerts.list.query({ state, ...(after && { after }) }, { signal }),
    nextOf: ({ next }) => next ?? undefined,
    select: (pages) => pages.flatMap(({ alerts }) => alerts),
  });
}
