import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from 'api/contract';
import { createApiLinks } from 'federation/create-api-links';

/** The API as the shell calls it: sessions and a merchant's signup. Screens have a client of their own. */
export const api = createTRPCClient<AppRouter>({ links: createApiLinks() });
