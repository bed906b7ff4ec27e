import { MERCHANT_PARAMETER } from 'domain/dashboard-address';
import type { RequestHost } from '../domains/resolve-host.ts';
import type { PageSubject } from './find-page-merchant.ts';

/** The customer's screens, by the first parts of their addresses. */
export type CustomerScreen = 'cashback' | 'redemption' | 'dashboard' | 'signup';

const ADDRESS =
  /^\/(?:customer\/(?<screen>cashback|redemption|dashboard)|(?<signup>signup))\/(?<rest>[^/?#]+)\/?(?:[?#]|$)/i;
/** The page of a trial purchase; it has no first paint of its own. */
const TRIAL = /^\/customer\/trial\/(?<token>[^/?#]+)\/?(?:[?#]|$)/i;
/** Requests about data; the page has no first paint of its own. */
const MY_DATA = /^\/meus-dados\/(?<slug>[^/?#]+)\/?(?:[?#]|$)/i;
const BARE_CONFIRMATION = /^\/customer\/(?<screen>cashback|redemption)\/?(?:[?#]|$)/i;
/** The page that still asks for the phone: the merchant is known, but there is no balance to prepare for. */
const PHONE_ENTRY = /^\/customer\/dashboard\/?(?:[?#]|$)/i;

/**
 * Splits an address such as '/customer/cashback/CASHBACK_x?y'. `screen` is undefined where the application
 * has no such screen. `isTagFree`: a page of a customer's data, or of a trial purchase, which is not counted.
 */
export function readCustomerAddress(
  url: string,
  host: RequestHost,
): { screen: CustomerScreen | undefined; named: string; subject: PageSubject; isTagFree: boolean } {
  const groups = ADDRESS.exec(url)?.groups;
  const screen = (groups?.signup ?? groups?.screen)?.toLowerCase() as CustomerScreen | undefined;
  const rest = decoded(groups?.rest ?? '');
  const hostMerchantId = host.kind === 'merchant' ? host.merchantId : undefined;
  const subject: PageSubject = { hostMerchantId };
  if (screen === 'signup') subject.slug = rest.toLowerCase();
  if (screen === 'dashboard' || PHONE_ENTRY.test(url)) subject.slug = merchantParameter(url);
  if (screen === 'cashback' || screen === 'redemption') subject.token = { kind: screen, token: rest };
  const dataSlug = MY_DATA.exec(url)?.groups?.slug;
  if (dataSlug) subject.slug = decoded(dataSlug).toLowerCase();
  const trial = TRIAL.exec(url)?.groups?.token;
  if (trial) subject.token = { kind: 'trial', token: decoded(trial) };
  const isTagFree = dataSlug !== undefined || trial !== undefined;
  return { screen: screen ?? bareConfirmation(url), named: rest, subject, isTagFree };
}

/** The address of a confirmation whose token only the tab still knows: a page with tags does not show it. */
function bareConfirmation(url: string): CustomerScreen | undefined {
  return BARE_CONFIRMATION.exec(url)?.groups?.screen?.toLowerCase() as CustomerScreen | undefined;
}

function merchantParameter(url: string): string | undefined {
  const query = url.split('?')[1]?.split('#')[0];
  return new URLSearchParams(query).get(MERCHANT_PARAMETER)?.toLowerCase() || undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
