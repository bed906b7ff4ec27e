import { isIP } from 'node:net';

/** A merchant's stored address, from which every link and QR code is built; never from a request's header. */
export interface MerchantAddress {
  signup_link_slug: string;
  custom_domain: string | null;
  custom_domain_status: string | null;
  /** Set if any of the merchant's own tags runs on its pages. */
  has_tags: boolean;
}

/** The columns of `merchants` that make a MerchantAddress. */
export const ADDRESS_COLUMNS = `signup_link_slug, custom_domain, custom_domain_status,
  (gtm_id IS NOT NULL OR meta_pixel_id IS NOT NULL) AS has_tags`;

/**
 * The origin of links to a merchant's pages: 'https://cashback.padaria.com.br' once that domain is verified,
 * its own name at the platform if it has tags, else the platform's public origin. Tags are the merchant's
 * JavaScript: on the origin that all merchants share they could read the others' pages.
 */
export function canonicalOrigin(publicOrigin: string, address: MerchantAddress): string {
  if (address.custom_domain !== null && address.custom_domain_status === 'verified') {
    return `https://${address.custom_domain}`;
  }
  return (address.has_tags ? ownOrigin(publicOrigin, address.signup_link_slug) : undefined) ?? publicOrigin;
}

/**
 * 'https://padaria.clube.example'; undefined if the platform is reached by an IP address, which has no names
 * below it.
 */
function ownOrigin(publicOrigin: string, slug: string): string | undefined {
  const { protocol, hostname, port } = new URL(publicOrigin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return `${protocol}//${slug}.${hostname}${port === '' ? '' : `:${port}`}`;
}
