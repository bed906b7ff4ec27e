import type { ApiOutputs } from 'api/contract';
import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { askInstead, useKeepWatching } from '../../lib/use-confirmation.ts';

export type ListedApproval = ApiOutputs['approvals']['list']['approvals'][number];

/** The last day's askings, live. */
export function useApprovals() {
  const { onSessionEnded } = useRemoteHost();
  const { list } = trpc.useUtils().approvals;
  const stream = trpc.approvals.watchAll.useSubscription(undefined, {
    onData: () => void list.invalidate(),
    onError(error) {
      if (isRefusal(error, 'unauthenticated')) onSessionEnded();
    },
  });
  useKeepWatching(stream, true);
  const { refetchInterval, enabled } = askInstead(stream, true);
  return trpc.approvals.list.useQuery(undefined, { refetchInterval: enabled ? refetchInterval : false });
}
