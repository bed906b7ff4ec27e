/** The query parameter that narrows a customer's page to one merchant's program. */
export const MERCHANT_PARAMETER = 'loja';

/**
 * Where a customer's balance is shown; with a slug, that merchant's program only. Without a phone, where it
 * is asked for.
 */
export function dashboardAddress(phone: string | undefined, merchantSlug: string | undefined): string {
  const path = phone === undefined ? '' : `/${encodeURIComponent(phone)}`;
  const query =
    merchantSlug === undefined ? '' : `?${new URLSearchParams({ [MERCHANT_PARAMETER]: merchantSlug })}`;
  return `/customer/dashboard${path}${query}`;
}
