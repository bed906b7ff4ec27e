import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createLiveApiLinks } from 'federation/create-api-links';
import { isRefusal, shouldRetry } from 'federation/error-sentence';
import { type ReactNode, useState } from 'react';
import { trpc } from './trpc.ts';

/** Any answer 'unauthenticated', to whatever call, ends the session in the shell. */
function createQueryClient(onSessionEnded: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isRefusal(error, 'unauthenticated')) onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // 'always': offline, a call fails at once and says so, rather than waiting unseen and going out later.
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: { networkMode: 'always', retry: shouldRetry, staleTime: 10_000 },
    },
  });
}

interface ApiProviderProps {
  onSessionEnded: () => void;
  children: ReactNode;
}

/** This remote's own API client and cache; remotes share none, so that each ships when it likes. */
export function ApiProvider({ onSessionEnded, children }: ApiProviderProps) {
  const [queryClient] = useState(() => createQueryClient(onSessionEnded));
  const [client] = useState(() => trpc.createClient({ links: createLiveApiLinks() }));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
