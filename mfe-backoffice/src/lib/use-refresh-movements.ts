import { trpc } from './trpc.ts';

/** Call it when money moved or may have moved: all queries of movements and balances are refetched. */
export function useRefreshMovements(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.cashback.latest.invalidate();
    void utils.redemptions.latest.invalidate();
    void utils.customers.invalidate();
    void utils.alerts.show.invalidate();
  };
}
