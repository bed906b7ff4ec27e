import { useEffect } from 'react';

/** The product's name as it ends every title; a page of a merchant's own names the merchant instead. */
const PRODUCT_NAME = 'Volta';

/** The tab's title while the calling screen is shown: '<title> · <product or `site`>'. */
export function useDocumentTitle(title: string, site = PRODUCT_NAME): void {
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
}
