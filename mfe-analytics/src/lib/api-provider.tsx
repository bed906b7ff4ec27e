import { QueryClientProvider } from '@tanstack/react-query';
import { createGroupedApiLinks } from 'federation/create-api-links';
import { createStaffQueryClient } from 'federation/query-client';
import type { RemoteHost } from 'federation/remote-module';
import { type ReactNode, useState } from 'react';
import { trpc } from './trpc.ts';

interface ApiProviderProps {
  host: RemoteHost;
  children: ReactNode;
}

/** This remote's own API client and cache. */
export function ApiProvider({ host, children }: ApiProviderProps) {
  const [queryClient] = useState(() => createStaffQueryClient(host));
  const [client] = useState(() => trpc.createClient({ links: createGroupedApiLinks() }));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
