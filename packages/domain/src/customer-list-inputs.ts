import { z } from 'zod';
import { text } from './fields.ts';

/** What the customers' list can be ordered by, always descending. The first is what it starts with. */
export const CUSTOMER_SORTS = ['last_purchase_at', 'total_spent', 'available', 'created_at'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** Longer than any name or e-mail that anybody types to find somebody. */
export const MAX_SEARCH_LENGTH = 120;

export const customerListInput = z.strictObject({
  /** Parts of a name, an e-mail or a phone, in any order; left out: everybody. */
  search: text(MAX_SEARCH_LENGTH, 'Digite o que procura').optional(),
  sort: z.enum(CUSTOMER_SORTS).default(CUSTOMER_SORTS[0]),
  /** The `next` of the page before, of the same order. */
  after: z.string().max(200).optional(),
});
