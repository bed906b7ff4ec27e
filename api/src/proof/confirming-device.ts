import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { ConfirmingDevice } from '../ledger/token-confirmations.ts';

type Browser = Pick<Context, 'customerDevices' | 'setCustomerDevice' | 'sessionToken' | 'tabletToken'>;

/**
 * The browser of a confirmation. A browser in which an employee is signed in, or that is registered as a
 * tablet, is the counter's: it never becomes known as a customer's.
 */
export function confirmingDevice(
  browser: Browser,
  newId: string = randomUUID(),
): ConfirmingDevice | undefined {
  if (browser.sessionToken !== undefined || browser.tabletToken !== undefined) return undefined;
  return {
    ids: browser.customerDevices().map(({ id }) => id),
    // Random throughout: a UUID by time would tell the database's reader which phone came when.
    newId: newId.toLowerCase(),
    remember: browser.setCustomerDevice,
  };
}
