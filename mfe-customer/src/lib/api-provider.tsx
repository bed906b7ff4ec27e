import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createApiLinks } from 'federation/create-api-links';
import { shouldRetry } from 'federation/error-sentence';
import { type ReactNode, useState } from 'react';
import { trpc } from './trpc.ts';

/** This remote's own API client and cache; remotes share none, so that each ships when it likes. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        // 'always': offline, a call fails at once and says so, rather than waiting unseen and going out later.
        defaultOptions: {
          mutations: { networkMode: 'always' },
          queries: { networkMode: 'always', retry: shouldRetry, staleTime: 10_000 },
        },
      }),
  );
  const [client] = useState(() => trpc.createClient({ links: createApiLinks() }));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
