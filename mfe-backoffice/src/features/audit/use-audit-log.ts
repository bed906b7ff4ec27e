import { keepPreviousData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ApiOutputs } from 'api/contract';
import type { AuditListInput } from 'domain/audit-inputs';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';

export type AuditEntry = ApiOutputs['audit']['list']['entries'][number];

/** The log, page after page, newest first. */
export function useAuditLog(input: AuditListInput) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.audit.list, input, 'infinite'),
    readPage: (before: AuditListInput['before'], signal) =>
      client.audit.list.query({ ...input, ...(before && { before }) }, { signal }),
    nextOf: ({ next }) => next,
    select: (pages) => pages.flatMap(({ entries }) => entries),
    // The last filter's rows stay, dimmed, until the next answer is here: nothing jumps.
    placeholderData: keepPreviousData,
  });
}
