import { trpc } from '../../lib/trpc.ts';

const POLL_MS = 4_000;

/** The addresses and the secret; asked again soon while something is on its way to one of them. */
export function useWebhooks() {
  return trpc.webhooks.list.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.endpoints.some(({ lastDelivery }) => lastDelivery?.state === 'waiting') ? POLL_MS : false,
  });
}

/** Call it when something was changed or sent; resolves once the addresses shown are the server's. */
export function useRefreshWebhooks(): () => Promise<void> {
  const { webhooks } = trpc.useUtils();
  return async () => {
    void webhooks.deliveries.invalidate();
    await webhooks.list.invalidate();
  };
}
