import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { AuditListInput } from 'domain/audit-inputs';
import { trpc } from '../../lib/trpc.ts';

export type AuditEntry = ApiOutputs['audit']['list']['entries'][number];

/** The log, page after page, newest first. */
export function useAuditLog(input: AuditListInput) {
  const { client } = trpc.useUtils();
  // Not tRPC's own infinite query: that wants the page's place in the input to be called 'cursor'.
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.audit.list, input, 'infinite'),
    queryFn: ({ pageParam, signal }) =>
      client.audit.list.query({ ...input, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as AuditListInput['before'] | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    // What the last filter found stays, dimmed, until the next answer is here: nothing jumps.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
