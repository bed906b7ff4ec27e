import type { ApiOutputs } from 'api/contract';
import { isPhone } from 'domain/phone';
import { isRefusal } from 'federation/error-message';
import { trpc } from '../../lib/trpc.ts';

export type CustomerPreviewState =
  | { status: 'none' | 'searching' | 'new' }
  | { status: 'found'; customer: ApiOutputs['customers']['find'] };

/** Digits of a mobile phone; a landline has ten, and only leaving the field says that it is whole. */
export const MOBILE_DIGITS = 11;

/**
 * Whose phone is typed. It helps and never hinders: without an answer, or when look-ups are limited, nothing
 * is shown. The answer belongs to its phone, so a late one for another phone is never seen.
 */
export function useCustomerPreview(phone: string, leftPhone: string): CustomerPreviewState {
  const isWhole = isPhone(phone) && (phone.length === MOBILE_DIGITS || phone === leftPhone);
  const { data, error, isFetching } = trpc.customers.find.useQuery(
    { phone },
    { enabled: isWhole, retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (!isWhole) return { status: 'none' };
  if (data) return { status: 'found', customer: data };
  if (isFetching) return { status: 'searching' };
  return { status: isRefusal(error, 'customer_not_found') ? 'new' : 'none' };
}
