import { PAGE_CONTEXT_ID, type PageContext } from 'domain/page-context';

const NOTHING_KNOWN: PageContext = { merchant: null, tags: null };

/** What the server knew of the page that was opened; of an address shown later, without a new page, it says nothing. */
export function readPageContext(): PageContext {
  const text = document.getElementById(PAGE_CONTEXT_ID)?.textContent;
  return text ? (JSON.parse(text) as PageContext) : NOTHING_KNOWN;
}
