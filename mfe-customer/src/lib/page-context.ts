import { PAGE_CONTEXT_ID, type PageContext, type PageMerchant } from 'domain/page-context';

const NOTHING_KNOWN: PageContext = { merchant: null, tags: null };

/** The server's knowledge of the opened page; empty for an address that is shown later without a new page. */
export function readPageContext(): PageContext {
  const text = document.getElementById(PAGE_CONTEXT_ID)?.textContent;
  return text ? (JSON.parse(text) as PageContext) : NOTHING_KNOWN;
}

/**
 * The page's merchant where an address with this slug is about them; undefined where the page knew of none or
 * of another.
 */
export function merchantOfPage(slug: string | undefined): PageMerchant | undefined {
  const { merchant } = readPageContext();
  return merchant && (slug === undefined || slug === merchant.slug) ? merchant : undefined;
}

/** The merchant in a page's header. */
export function shownOf({
  name,
  logoUrl,
  brandColor,
}: Pick<PageMerchant, 'name' | 'logoUrl' | 'brandColor'>) {
  return { name, logoUrl, brandColor };
}
