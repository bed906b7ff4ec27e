import { z } from 'zod';
import { pastedText } from './fields.ts';

/** The sort orders of the customers' list, always descending. The first is the default. */
export const CUSTOMER_SORTS = ['last_purchase_at', 'total_spent', 'available', 'created_at'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** Longer than any name or e-mail that is typed in a search. */
export const MAX_SEARCH_LENGTH = 120;

/** The size of a page of the list. */
export const MAX_LISTED_CUSTOMERS = 50;

export const customerListInput = z.strictObject({
  /** Parts of a name, an e-mail or a phone, in any order; left out: all customers. */
  search: pastedText(MAX_SEARCH_LENGTH, 'Digite o que procura').optional(),
  sort: z.enum(CUSTOMER_SORTS).default(CUSTOMER_SORTS[0]),
  /** The best matches of a search first, and by `sort` only those that match alike; one page of them. */
  bestFirst: z.boolean().default(false),
  /** The `next` of the page before, of the same order. */
  after: z.string().max(200).optional(),
  /** Fewer customers than a whole page. */
  limit: z.int().min(1).max(MAX_LISTED_CUSTOMERS).default(MAX_LISTED_CUSTOMERS),
});
