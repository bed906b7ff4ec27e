import type { ApiOutputs } from 'api/contract';
import { isMobile, isPhone } from 'domain/phone';
import { isRefusal } from 'federation/error-message';
import { trpc } from '../../lib/trpc.ts';

export type CustomerPreviewState =
  | { status: 'none' | 'searching' | 'new' }
  | { status: 'found'; customer: ApiOutputs['customers']['find'] };

/**
 * Whose phone is typed. It helps and never hinders: without an answer, or when look-ups are limited, nothing
 * is shown. Only leaving the field says that a number without a mobile's 9 is whole. The answer belongs to
 * its phone, so a late one for another phone is never seen.
 */
export function useCustomerPreview(phone: string, leftPhone: string): CustomerPreviewState {
  const isWhole = isMobile(phone) || (phone === leftPhone && isPhone(phone));
  const { data, error, isFetching } = trpc.customers.find.useQuery(
    { phone },
    { enabled: isWhole, retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (!isWhole) return { status: 'none' };
  if (data) return { status: 'found', customer: data };
  if (isFetching) return { status: 'searching' };
  return { status: isRefusal(error, 'customer_not_found') ? 'new' : 'none' };
}
