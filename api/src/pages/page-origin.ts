import type { RequestHost } from '../domains/resolve-host.ts';

/**
 * Addresses that customers open: their own pages, the signup link of a merchant, and its page for requests
 * about data. All others are the employees'.
 */
export const CUSTOMER_PAGES = /^\/(?:customer(?:[/?]|$)|(?:signup|meus-dados)\/.)/i;
/** Every host serves '/': the page leads to the balance on a customer's device, else to the login. */
const START = /^\/(?:\?|$)/;

/**
 * The origin a page has to be opened at, when the host it was asked from does not serve it; undefined when it
 * does. The answer is one of the two configured origins, so a redirect can lead nowhere else.
 */
export function otherOriginFor(
  path: string,
  host: RequestHost,
  origins: { appOrigin: string; publicOrigin: string },
): string | undefined {
  if (START.test(path)) return undefined;
  const isForCustomers = CUSTOMER_PAGES.test(path);
  if (isForCustomers) {
    return host.kind === 'platform' && !host.servesCustomers ? origins.publicOrigin : undefined;
  }
  return host.kind === 'platform' && host.servesEmployees ? undefined : origins.appOrigin;
}
