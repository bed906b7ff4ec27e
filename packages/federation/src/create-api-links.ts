import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { EMPLOYEE_HEADER } from 'domain/session';
import { announcingFetch } from './connection.ts';
import { provingFetch } from './proving-fetch.ts';

/**
 * The API's address for every front end: its own origin. The session cookie is SameSite and host-only, so no
 * front end needs to know another address, and none is built in.
 */
const API_URL = '/trpc';

/** As many as the API answers in one request. */
const MAX_CALLS = 10;

/**
 * Links for pages that only ask and tell. One HTTP request a call: HTTP/2 makes batching pointless for
 * screens this small, a slow call delays no other one, and the public and auth routers refuse batches.
 */
export function createApiLinks<TRouter extends AnyTRPCRouter>(): TRPCLink<TRouter>[] {
  return [plainLink<TRouter>(announcingFetch)];
}

/**
 * For employees: the same, and subscriptions over server-sent events. Apart, so that customer pages don't
 * download them.
 */
export function createLiveApiLinks<TRouter extends AnyTRPCRouter>(): TRPCLink<TRouter>[] {
  return [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: liveLink<TRouter>(),
      false: plainLink<TRouter>(provingFetch(announcingFetch)),
    }),
  ];
}

/**
 * For screens that show several answers about one moment side by side: queries with `useQuery(input, { trpc:
 * TOGETHER })` that start in the same turn share one request, so that the screen is drawn once. Other queries
 * and all mutations go alone.
 */
export function createGroupedApiLinks<TRouter extends AnyTRPCRouter>(): TRPCLink<TRouter>[] {
  return [
    splitLink({
      condition: ({ type, context }) => type === 'query' && context.isTogether === true,
      true: groupedLink<TRouter>(),
      false: plainLink<TRouter>(provingFetch(announcingFetch)),
    }),
  ];
}

/** A query's options where its answer belongs together with those of others. */
export const TOGETHER = { context: { isTogether: true } };

// tRPC's links want a transformer exactly when the router has one. Ours has none, which a generic router
// type can't say, hence the casts; the first answer to decode if that ever changed.
function plainLink<TRouter extends AnyTRPCRouter>(fetch: typeof announcingFetch): TRPCLink<TRouter> {
  const options = { url: API_URL, fetch, headers: headersFor };
  return httpLink<AnyTRPCRouter>(options as never) as TRPCLink<TRouter>;
}

/** A call's options where it may be made for this employee only. */
export const onlyFor = (employeeId: string) => ({ context: { employeeId } });

function headersFor({ op }: { op: { context: { employeeId?: string } } }): Record<string, string> {
  const { employeeId } = op.context;
  return employeeId === undefined ? {} : { [EMPLOYEE_HEADER]: employeeId };
}

function groupedLink<TRouter extends AnyTRPCRouter>(): TRPCLink<TRouter> {
  const options = { url: API_URL, maxItems: MAX_CALLS, fetch: announcingFetch };
  return httpBatchLink<AnyTRPCRouter>(options as never) as TRPCLink<TRouter>;
}

function liveLink<TRouter extends AnyTRPCRouter>(): TRPCLink<TRouter> {
  return httpSubscriptionLink({ url: API_URL } as never) as unknown as TRPCLink<TRouter>;
}
