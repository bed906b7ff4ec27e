import { bandColor } from 'domain/band-color';
import { PRODUCT_BRAND, textOn } from 'domain/brand-color';
import { dashboardAddress, MERCHANT_PARAMETER } from 'domain/dashboard-address';
import { initialOf } from 'domain/initial';
import { formatRate } from 'domain/money';
import type { PageMerchant } from 'domain/page-context';
import { PRODUCT_NAME } from 'domain/page-title';
import { iconAddress, PREVIEW_SIZE, previewAddress } from '../logos/picture-addresses.ts';
import type { CustomerScreen } from './customer-page-address.ts';

/** Address of the manifest, without the merchant that a shared host has to add. */
export const MANIFEST_PATH = '/customer/manifest.webmanifest';

export interface CustomerPageHead {
  screen: CustomerScreen | undefined;
  merchant: PageMerchant | null;
  /** Origin of the merchant's pages; a link's preview fetches its picture from there. */
  canonicalOrigin: string;
  /** True where all merchants' pages share this host, so the manifest has to name the merchant. */
  isShared: boolean;
}

/** Tags of the product in the shell's own page; `customerPageHead` writes the merchant's instead. */
const PRODUCT_HEAD =
  /\s*<(?:title>[^<]*<\/title|meta\s+(?:name="(?:theme-color|description|twitter:)|property="og:)[^>]*|link rel="(?:icon|apple-touch-icon|manifest)"[^>]*)>/g;

/** The shell's page without what it says of the product. */
export function withoutProductHead(html: string): string {
  return html.replace(PRODUCT_HEAD, '');
}

/**
 * Writes title, description, colors, icons, manifest and a link's preview, as tags. It knows nothing of the
 * address but its screen, so no phone, amount or token can be in it; texts of merchants are escaped.
 */
export function customerPageHead({ screen, merchant, canonicalOrigin, isShared }: CustomerPageHead): string {
  const brand = merchant?.brandColor ?? null;
  const manifest =
    isShared && merchant
      ? `${MANIFEST_PATH}?${new URLSearchParams({ [MERCHANT_PARAMETER]: merchant.slug })}`
      : MANIFEST_PATH;
  const preview = previewOf(screen, merchant);
  return [
    `<title>${escaped(titleOf(screen, merchant))}</title>`,
    tag('meta', {
      name: 'theme-color',
      content: bandColor(brand, 'light'),
      media: '(prefers-color-scheme: light)',
    }),
    tag('meta', {
      name: 'theme-color',
      content: bandColor(brand, 'dark'),
      media: '(prefers-color-scheme: dark)',
    }),
    tag('link', { rel: 'manifest', href: manifest }),
    tag('link', { rel: 'icon', href: tabIcon(merchant) }),
    tag('link', { rel: 'apple-touch-icon', href: iconAddress(merchant, 'touch-180') }),
    tag('meta', { name: 'description', content: preview.description }),
    tag('meta', { property: 'og:type', content: 'website' }),
    tag('meta', { property: 'og:locale', content: 'pt_BR' }),
    tag('meta', { property: 'og:site_name', content: merchant?.name ?? PRODUCT_NAME }),
    tag('meta', { property: 'og:title', content: preview.title }),
    tag('meta', { property: 'og:description', content: preview.description }),
    tag('meta', { property: 'og:url', content: `${canonicalOrigin}${sharedPath(screen, merchant)}` }),
    ...previewPicture(screen, merchant, canonicalOrigin),
  ].join('');
}

/** The path that a preview names: the signup link, or the page without its phone or token. */
function sharedPath(screen: CustomerScreen | undefined, merchant: PageMerchant | null): string {
  if (screen === 'signup' && merchant) return `/signup/${merchant.slug}`;
  if (screen === 'cashback' || screen === 'redemption') return `/customer/${screen}`;
  return dashboardAddress(undefined, merchant?.slug);
}

function previewPicture(
  screen: CustomerScreen | undefined,
  merchant: PageMerchant | null,
  canonicalOrigin: string,
): string[] {
  const address = previewAddress(merchant, screen === 'signup' ? 'invitation' : 'merchant');
  return [
    tag('meta', { property: 'og:image', content: `${canonicalOrigin}${address}` }),
    tag('meta', { property: 'og:image:width', content: String(PREVIEW_SIZE.width) }),
    tag('meta', { property: 'og:image:height', content: String(PREVIEW_SIZE.height) }),
  ];
}

/** The title that the application gives the page once it has started. */
function titleOf(screen: CustomerScreen | undefined, merchant: PageMerchant | null): string {
  const site = merchant?.name ?? PRODUCT_NAME;
  if (screen === 'cashback') return `Cashback · ${site}`;
  if (screen === 'redemption') return `Resgate · ${site}`;
  if (screen === 'signup') return `Cadastro · ${site}`;
  return `${merchant?.programName ?? 'Meu Cashback'} · ${site}`;
}

function previewOf(
  screen: CustomerScreen | undefined,
  merchant: PageMerchant | null,
): { title: string; description: string } {
  const title = (text: string) => (merchant ? `${merchant.name}: ${text}` : capitalized(text));
  if (screen === 'cashback') {
    return {
      title: title('seu cashback'),
      description: 'Abra o link para receber o cashback da sua compra.',
    };
  }
  if (screen === 'redemption') {
    return {
      title: title('seu resgate'),
      description: 'Abra o link para confirmar o uso do seu cashback.',
    };
  }
  if (screen === 'signup' && merchant) {
    return {
      title: `Compre e receba ${formatRate(merchant.rateBasisPoints)} de volta. ${merchant.name}`,
      description: 'Cadastre-se com o seu telefone e receba de volta uma parte das suas compras.',
    };
  }
  return {
    title: title('meu cashback'),
    description: 'Consulte o seu saldo e o seu histórico de cashback.',
  };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The logo that the page shows anyway; without one the initial, which the browser's own fonts write. */
function tabIcon(merchant: PageMerchant | null): string {
  if (!merchant) return '/assets/favicon.svg';
  if (merchant.logoUrl) return merchant.logoUrl;
  const ground = merchant.brandColor ?? PRODUCT_BRAND;
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/>` +
    `<text x="16" y="22.5" text-anchor="middle" style="font:600 18px system-ui" fill="${textOn(ground)}">${escaped(initialOf(merchant.name))}</text></svg>`;
  return `data:image/svg+xml,${encodeURI(picture).replaceAll('#', '%23')}`;
}

function tag(name: 'meta' | 'link', attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
