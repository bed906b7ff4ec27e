/** The query parameter that narrows a customer's page to one merchant's programme. */
export const MERCHANT_PARAMETER = 'loja';

/** Where a customer's balance is shown; with a slug, that merchant's programme only. */
export function dashboardAddress(phone: string, merchantSlug: string): string {
  const query = new URLSearchParams({ [MERCHANT_PARAMETER]: merchantSlug });
  return `/customer/dashboard/${encodeURIComponent(phone)}?${query}`;
}
