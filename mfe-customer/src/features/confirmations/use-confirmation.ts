import { useQuery } from '@tanstack/react-query';
import { errorSentence, isOffline } from 'federation/error-sentence';
import { isPassing } from '../../lib/call-errors.ts';
import { callDeadline } from '../../lib/deadline.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePageShown } from './use-page-shown.ts';

export type Confirmation<Result> =
  | { status: 'processing' }
  | { status: 'failed'; message: string; onRetry: (() => void) | undefined }
  | { status: 'confirmed'; result: Result };

/**
 * Confirms what a QR code stands for, once the page is seen. The call is a mutation, kept as a query: it is
 * the token's outcome, the same however often it is asked, so the key makes one call of React's double
 * effects, and coming back to the page shows the outcome without another.
 */
export function useConfirmation<Result>(
  noun: 'cashback' | 'redemption',
  token: string,
  confirm: (token: string, options: { signal: AbortSignal }) => Promise<Result>,
): Confirmation<Result> {
  const utils = trpc.useUtils();
  const outcome = useQuery({
    queryKey: ['confirmation', noun, token],
    queryFn: async () => {
      const result = await confirm(token, { signal: callDeadline() });
      // A balance shown earlier in this tab is another one now.
      void utils.customers.dashboard.invalidate();
      return result;
    },
    enabled: usePageShown(),
    staleTime: Number.POSITIVE_INFINITY,
    // Offline is an error to show, not a pause. When the network is back the page helps itself.
    networkMode: 'always',
    refetchOnReconnect: (query) => isOffline(query.state.error),
    refetchOnWindowFocus: (query) => isOffline(query.state.error),
  });
  if (outcome.isSuccess) return { status: 'confirmed', result: outcome.data };
  if (outcome.isPending) return { status: 'processing' };
  return {
    status: 'failed',
    message: errorSentence(outcome.error),
    onRetry: isPassing(outcome.error) ? () => void outcome.refetch() : undefined,
  };
}
