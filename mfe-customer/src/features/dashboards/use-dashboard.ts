import type { ApiOutputs } from 'api/contract';
import { errorSentence, isRefusal } from 'federation/error-sentence';
import { isPassing } from '../../lib/call-errors.ts';
import { trpc } from '../../lib/trpc.ts';

export type Dashboard = ApiOutputs['customers']['dashboard'];

export type DashboardState =
  | { status: 'loading' }
  | { status: 'not-found' }
  | { status: 'failed'; message: string; onRetry: () => void }
  | { status: 'ready'; dashboard: Dashboard };

/** Look-ups by phone are counted per address, and a shop's customers share one: look again only when it matters. */
const STALE_MS = 60_000;
const UNKNOWN = 'Cliente não encontrado';

/** What a person sees of themselves by phone; with `slug`, in that merchant's programme only. */
export function useDashboard(phone: string, slug: string | undefined): DashboardState {
  const query = trpc.customers.dashboard.useQuery(
    { phone, slug },
    { staleTime: STALE_MS, networkMode: 'always' },
  );
  if (query.data) return { status: 'ready', dashboard: query.data };
  if (query.isPending) return { status: 'loading' };
  if (isRefusal(query.error, 'customer_not_found') || !isPassing(query.error)) return { status: 'not-found' };
  return {
    status: 'failed',
    message: errorSentence(query.error, UNKNOWN),
    onRetry: () => void query.refetch(),
  };
}
