/** The query parameter that narrows a customer's page to one merchant's program. */
export const MERCHANT_PARAMETER = 'loja';

/**
 * The address of a customer's balance; with a slug, that merchant's program only. Without a phone, the form
 * that asks for it.
 */
export function dashboardAddress(phone: string | undefined, merchantSlug: string | undefined): string {
  const path = phone === undefined ? '' : `/${encodeURIComponent(phone)}`;
  const query =
    merchantSlug === undefined ? '' : `?${new URLSearchParams({ [MERCHANT_PARAMETER]: merchantSlug })}`;
  return `/customer/dashboard${path}${query}`;
}
