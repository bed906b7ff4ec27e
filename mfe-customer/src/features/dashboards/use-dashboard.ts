import type { ApiOutputs } from 'api/contract';
import { query } from '../../lib/api.ts';
import { errorMessage, isPassing, isRefusal } from '../../lib/call-errors.ts';
import { useCall } from '../../lib/use-call.ts';

export type Dashboard = ApiOutputs['customers']['dashboard'];

export type DashboardState =
  | { status: 'loading'; onRetry: () => void }
  | { status: 'not-found' }
  /** Shown to its customer alone, and this browser is not known as theirs. */
  | { status: 'unproved'; onRetry: () => void }
  | { status: 'failed'; message: string; onRetry: () => void }
  | { status: 'ready'; dashboard: Dashboard; onRetry: () => void };

/**
 * Look-ups by phone are counted per address, and a merchant's customers share one: look again only when it
 * matters.
 */
const STALE_MS = 60_000;

/** A customer's own balance and history by phone; with `slug`, in that merchant's program only. */
export function useDashboard(phone: string, slug: string | undefined): DashboardState {
  const call = useCall(
    `dashboard/${phone}/${slug}`,
    (signal) => query('customers', 'dashboard', { phone, slug }, signal),
    { staleMs: STALE_MS },
  );
  const onRetry = call.retry;
  if (call.status === 'done') return { status: 'ready', dashboard: call.data, onRetry };
  if (call.status === 'loading') return { status: 'loading', onRetry };
  if (isRefusal(call.error, 'proof_required')) return { status: 'unproved', onRetry };
  if (!isPassing(call.error)) return { status: 'not-found' };
  return { status: 'failed', message: errorMessage(call.error), onRetry };
}
