import type { ApiOutputs } from 'api/contract';
import { otherSpelling } from 'domain/doubt-phone';
import { isMobile, isPhone } from 'domain/phone';
import { isRefusal } from 'federation/error-message';
import { trpc } from '../../lib/trpc.ts';

/** After 559 two more digits may follow, because 55 is an area code and the country's code. */
export const isWholeMobile = (phone: string) => isMobile(phone) && !phone.startsWith('559');

export type CustomerPreviewState =
  | { status: 'none' | 'searching' | 'new' }
  /** `storedPhone` is the customer's, where it is not the typed one but its other spelling. */
  | { status: 'found'; customer: ApiOutputs['customers']['find']; storedPhone: string | undefined };

/**
 * Whose phone is typed. It helps and never hinders: without an answer, or when look-ups are limited, nothing
 * is shown. Any number but a whole mobile number is looked up when its field is left. The answer belongs to
 * its phone, so a late one for another phone is never seen.
 */
export function useCustomerPreview(phone: string, leftPhone: string): CustomerPreviewState {
  const isWhole = isWholeMobile(phone) || (phone === leftPhone && isPhone(phone));
  const { data, error, isFetching } = trpc.customers.find.useQuery(
    { phone },
    { enabled: isWhole, retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (!isWhole) return { status: 'none' };
  if (data) {
    // The answer's phone may be masked, and is as long as the stored one.
    const isAsTyped = data.phone.length === phone.length;
    return { status: 'found', customer: data, storedPhone: isAsTyped ? undefined : otherSpelling(phone) };
  }
  if (isFetching) return { status: 'searching' };
  return { status: isRefusal(error, 'customer_not_found') ? 'new' : 'none' };
}
