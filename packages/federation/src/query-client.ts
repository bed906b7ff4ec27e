import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal, shouldRetry } from './error-message.ts';
import type { RemoteHost } from './remote-module.ts';

/**
 * A back-office remote's own cache of answers; remotes share none, so that each ships on its own. Any answer
 * 'unauthenticated' ends the session in the shell; 'reports_hidden' and 'factor_demanded' say that it has
 * changed.
 */
export function createStaffQueryClient(host: RemoteHost): QueryClient {
  const onError = (error: unknown) => {
    if (isRefusal(error, 'unauthenticated')) host.onSessionEnded();
    if (isRefusal(error, 'reports_hidden') || isRefusal(error, 'factor_demanded')) host.onSessionChanged?.();
  };
  // What is stale or failed is asked again once calls reach the API: the browser's own word is not enough.
  const { connection } = host;
  if (connection)
    onlineManager.setEventListener((setOnline) => {
      const tell = () => setOnline(!connection.isLost());
      tell();
      return connection.subscribe(tell);
    });
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // 'always': offline, a call fails at once and says so, rather than waiting unseen and going out later.
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: shouldRetry, staleTime: 10_000 },
    },
  });
}
