import { MERCHANT_PARAMETER } from 'domain/dashboard-address';

/** One of this remote's screens, with the parameters of its address. */
export type Screen =
  | { kind: 'cashback' | 'redemption' | 'trial'; token: string }
  | { kind: 'dashboard'; phone: string; slug: string | undefined }
  | { kind: 'phone-entry'; slug: string | undefined }
  | { kind: 'entry'; slug?: undefined }
  | { kind: 'signup' | 'meus-dados'; slug: string };

const CUSTOMER = /^\/customer\/(cashback|redemption|trial|dashboard)\/([^/]+)\/?$/i;
/**
 * Also the address bar's text in place of a personal address while tags run, opened where the original is
 * unknown.
 */
const PHONE_ENTRY = /^\/customer\/(?:cashback|redemption|dashboard)\/?$/i;
const ENTRY = /^\/customer\/?$/i;
const OF_MERCHANT = /^\/(signup|meus-dados)\/([^/]+)\/?$/i;

/**
 * The screen of an address within the origin, '/customer/dashboard/11987654321?loja=padaria'. Undefined for
 * any other.
 */
export function screenAt(address: string): Screen | undefined {
  const { pathname, searchParams } = new URL(address, 'http://origin');
  const [, kind = '', subject = ''] = CUSTOMER.exec(pathname) ?? [];
  const [, page = '', name = ''] = OF_MERCHANT.exec(pathname) ?? [];
  const slug = decoded(name);
  if (slug) return { kind: page.toLowerCase() as 'signup' | 'meus-dados', slug };
  const merchant = searchParams.get(MERCHANT_PARAMETER) || undefined;
  if (PHONE_ENTRY.test(pathname)) return { kind: 'phone-entry', slug: merchant };
  if (ENTRY.test(pathname)) return { kind: 'entry' };
  const text = decoded(subject);
  if (!text) return undefined;
  const screen = kind.toLowerCase() as 'cashback' | 'redemption' | 'trial' | 'dashboard';
  if (screen !== 'dashboard') return { kind: screen, token: text };
  return { kind: screen, phone: text, slug: merchant };
}

/** '%E0%A4%A' can be typed by hand; it stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
