import { createPurchaseStorage } from './stored-purchases.ts';

/** Count of unsent purchases on this device, of all employees; for the login page. */
export function countWaitingOnDevice(): number {
  try {
    return createPurchaseStorage(localStorage).countWaiting();
  } catch {
    return 0;
  }
}
