import { createPurchaseStorage } from './stored-purchases.ts';

/** How many purchases anybody typed on this device and the server has not got; for who is not signed in. */
export function countWaitingOnDevice(): number {
  try {
    return createPurchaseStorage(localStorage).countWaiting();
  } catch {
    return 0;
  }
}
