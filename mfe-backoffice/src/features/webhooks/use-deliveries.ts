import { keepPreviousData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { usePages } from 'federation/use-pages';
import { trpc } from '../../lib/trpc.ts';
import type { DeliveriesInput, Delivery } from './webhook.ts';

const SOON_MS = 4_000;
const LATER_MS = 30_000;

/** How often to ask again (ms): soon while something is tried about now, seldom while it is put off. */
function pollWhileWaiting(deliveries: readonly Delivery[]): number | false {
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return false;
  const isSoon = waiting.some(({ nextTryAt }) => !nextTryAt || Date.parse(nextTryAt) < Date.now() + LATER_MS);
  return isSoon ? SOON_MS : LATER_MS;
}

/** The deliveries, page after page, newest first. */
export function useDeliveries(input: Omit<DeliveriesInput, 'after'>) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.webhooks.deliveries, input, 'infinite'),
    readPage: (after: DeliveriesInput['after'], signal) =>
      client.webhooks.deliveries.query({ ...input, ...(after && { after }) }, { signal }),
    nextOf: ({ next }) => next,
    select: (pages) => pages.flatMap(({ deliveries }) => deliveries),
    // The last filter's rows stay, dimmed, until the next answer is here: nothing jumps.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollWhileWaiting(state.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []),
  });
}
