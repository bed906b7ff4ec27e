import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { readPhone } from 'domain/read-phone';
import { useEffect, useMemo, useState } from 'react';
import { rememberAskedPhone } from '../../lib/asked-phone.ts';
import { forget, memoryKey, recall, remember, rememberPhone } from '../../lib/device-memory.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { type Dashboard, type DashboardState, useDashboard } from './use-dashboard.ts';

/** Balances that were right when they were seen, and may be others by now. */
export interface LastSeenDashboard {
  status: 'last-seen';
  dashboard: Dashboard;
  /** ISO 8601 */
  seenAt: string;
  /** There is no network; else the server is away or busy. */
  isOffline: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

export type ShownDashboard = DashboardState | LastSeenDashboard;

/** The balance as it is, else as this device saw it last. What is shown is kept for the next time. */
export function useShownDashboard(phone: string, slug: string | undefined): ShownDashboard {
  const state = useDashboard(phone, slug);
  const isOnline = useIsOnline();
  const key = memoryKey(slug);
  const digits = readPhone(phone).digits ?? '';
  const arrived = state.status === 'ready' ? state.dashboard : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment belongs to what arrived.
  const arrivedAt = useMemo(() => new Date().toISOString(), [arrived]);
  const [kept] = useState(() => recall<Dashboard>(key));
  const [failure, setFailure] = useState<'offline' | 'server'>();

  useEffect(() => {
    if (arrived) remember(key, arrived.phone, arrived);
    const isRefused = state.status === 'not-found' || state.status === 'unproved';
    if (isRefused) forget(key, digits);
    // 'unproved' does not reject the number itself, so this device remembers it as the customer's own.
    if (state.status === 'unproved') rememberPhone(key, digits);
    // A mistyped phone is corrected where it was typed.
    if (arrived || state.status === 'not-found') rememberAskedPhone(arrived ? '' : digits);
  }, [arrived, state.status, key, digits]);
  // During a retry the last attempt's outcome stays on the screen.
  const ended = state.status === 'failed' ? failureOf(state.message) : undefined;
  if (state.status !== 'loading' && ended !== failure) setFailure(ended);

  if (state.status === 'ready' && !isOnline) {
    return lastSeen(state.dashboard, arrivedAt, {
      isOffline: true,
      isRetrying: false,
      onRetry: state.onRetry,
    });
  }
  const balances = kept?.phone === digits ? kept.balances : undefined;
  if (!balances || state.status === 'ready') return state;
  if (state.status === 'not-found' || state.status === 'unproved') return state;
  // A retry shows the kept balances instead of a skeleton; without a network it does not wait for the first.
  const isRetrying = state.status === 'loading';
  if (isRetrying && !failure && isOnline) return state;
  return lastSeen(balances.data, balances.seenAt, {
    isOffline: !isOnline || (ended ?? failure) === 'offline',
    isRetrying,
    onRetry: state.onRetry,
  });
}

function failureOf(message: string): 'offline' | 'server' {
  return message === OFFLINE_MESSAGE ? 'offline' : 'server';
}

function lastSeen(
  dashboard: Dashboard,
  seenAt: string,
  how: Pick<LastSeenDashboard, 'isOffline' | 'isRetrying' | 'onRetry'>,
): LastSeenDashboard {
  return { status: 'last-seen', dashboard, seenAt, ...how };
}
