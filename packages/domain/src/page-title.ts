/** The product's name as it ends every title; a page of a merchant's own names the merchant instead. */
export const PRODUCT_NAME = 'Volta';

/** The text of a tab: '<title> · <product or `site`>'. */
export function pageTitle(title: string, site: string = PRODUCT_NAME): string {
  return `${title} · ${site}`;
}
