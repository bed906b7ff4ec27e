import { trpc } from '../../lib/trpc.ts';

/** Call it when a key was made or revoked; resolves once the keys shown are the server's. */
export function useRefreshApiKeys(): () => Promise<void> {
  const { apiKeys } = trpc.useUtils();
  return () => apiKeys.list.invalidate();
}
