import type { TenantTransaction } from '../tenant.ts';
import { PAGE_ROWS } from './customer-list.sql.ts';
import {
  type CustomerSearch,
  findMatchingCustomers,
  findPositionAfter,
  gatherMatchingCustomers,
  walkMatchingCustomers,
} from './customer-search.sql.ts';
import type { ListPosition } from './list-cursor.ts';

// A step of a walk costs about half as much as sorting one match.
const SHORT_WALK = 1_000;
const LONG_WALK = 8_000;
const FEW_MATCHES = 5_000;
/**
 * With this many matches on the short walk, a page is full within some 5,000 more steps; with fewer the index
 * is faster.
 */
const WORTH_WALKING = 10;

/**
 * The first customers after `after` that match: PAGE_ROWS of them, or fewer where fewer are `wanted`. A walk
 * is fast for common words, the index for rare ones; each is given up where it becomes slow. Both fail only
 * for a word that is common, but rare where the page begins; then all customers are read.
 */
export async function searchCustomers(
  tx: TenantTransaction,
  search: CustomerSearch,
  wanted = PAGE_ROWS,
): Promise<ListPosition[]> {
  const near = await walkMatchingCustomers(tx, search, SHORT_WALK);
  if (near.length >= wanted) return near;
  const end = await findPositionAfter(tx, search, SHORT_WALK);
  if (!end) return near;

  const ways = [
    async () => {
      const further = await walkMatchingCustomers(tx, { ...search, after: end }, LONG_WALK);
      const met = [...near, ...further].slice(0, PAGE_ROWS);
      return met.length === PAGE_ROWS ? met : undefined;
    },
    () => findMatchingCustomers(tx, search, FEW_MATCHES),
  ];
  if (near.length < WORTH_WALKING) ways.reverse();
  for (const way of ways) {
    const page = await way();
    if (page) return page;
  }
  return await gatherMatchingCustomers(tx, search);
}

/**
 * Those of the matches that also match `bestPatterns`, then the others, each in order. With as many best
 * matches as are `wanted` the others are not searched.
 */
export async function searchBestFirst(
  tx: TenantTransaction,
  search: CustomerSearch,
  bestPatterns: readonly string[],
  wanted: number,
): Promise<ListPosition[]> {
  const best = await searchCustomers(tx, { ...search, patterns: bestPatterns }, wanted);
  if (best.length >= wanted) return best;
  const isBest = new Set(best.map(({ id }) => id));
  const all = await searchCustomers(tx, search, wanted);
  return [...best, ...all.filter(({ id }) => !isBest.has(id))];
}
