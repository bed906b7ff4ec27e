import { trpc } from './trpc.ts';

/** Call it when money moved or may have: whatever on the screen shows operations or balances asks again. */
export function useRefreshMovements(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.cashback.latest.invalidate();
    void utils.redemptions.latest.invalidate();
    void utils.customers.invalidate();
  };
}
