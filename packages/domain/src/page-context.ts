/**
 * The server's knowledge of a customer's page when it sends it, as a JSON block with this id in the page
 * itself: for every address under /customer/, for /signup/{slug} and for /meus-dados/{slug}.
 */
export const PAGE_CONTEXT_ID = 'page-context';

/** The merchant of a page. */
export interface PageMerchant {
  id: string;
  name: string;
  programName: string;
  slug: string;
  logoUrl: string | null;
  /** '#rrggbb' */
  brandColor: string | null;
  rateBasisPoints: number;
}

/** The merchant's own JavaScript: a Google Tag Manager container, a Meta pixel, or both. */
export interface PageTags {
  gtmId: string | null;
  metaPixelId: string | null;
}

export interface PageContext {
  /** The host's merchant, else the one that the page's address names; null where there is none. */
  merchant: PageMerchant | null;
  /** The tags of this page, run once the visitor has agreed; only ever on the merchant's own host. */
  tags: PageTags | null;
  /** Where employees work, for a customer's own code; a page of an earlier release has none. */
  appOrigin?: string | undefined;
}
