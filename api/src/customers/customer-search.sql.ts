import type { CustomerSort } from 'domain/customer-list-inputs';
import type { TenantTransaction } from '../tenant.ts';
import { inOrder, isAfter, KEYS, keyAsText, keyset, PAGE_ROWS, setPlan } from './customer-list.sql.ts';
import type { ListPosition } from './list-cursor.ts';

/**
 * A search for the customers after `after`, in the order of `sort`, that match every pattern. Three
 * statements below run it. A merged record has an empty search text, which no pattern matches.
 */
export interface CustomerSearch {
  sort: CustomerSort;
  after: ListPosition | undefined;
  /** At least one, in the form of `searchPatterns`. */
  patterns: readonly string[];
}

/**
 * Reads the next `steps` customers in order, stopping early once PAGE_ROWS of them match. `steps` is part of
 * the statement, so it is one of a few constants.
 */
export async function walkMatchingCustomers(
  tx: TenantTransaction,
  { sort, after, patterns }: CustomerSearch,
  steps: number,
): Promise<ListPosition[]> {
  await setPlan(tx, 'walk');
  return await tx.query<ListPosition>(
    {
      name: `walk_${steps}_customers_by_${sort}`,
      text: `SELECT w.id, ${keyAsText(sort, 'w.key')} AS key
             FROM (SELECT c.id, ${KEYS[sort]} AS key FROM customers c
                   WHERE ${isAfter(sort)} ${inOrder(sort)} LIMIT ${steps}) w
             WHERE (SELECT s.search_text LIKE ALL ($4::text[]) FROM customer_search s
                    WHERE s.merchant_id = $1 AND s.customer_id = w.id)
             ORDER BY w.key DESC, w.id DESC LIMIT ${PAGE_ROWS}`,
    },
    [tx.merchantId, ...keyset(sort, after), patterns],
  );
}

/** The position after a walk of so many steps; undefined if the list ends before. */
export async function findPositionAfter(
  tx: TenantTransaction,
  { sort, after }: Pick<CustomerSearch, 'sort' | 'after'>,
  steps: number,
): Promise<ListPosition | undefined> {
  await setPlan(tx, 'walk');
  const [row] = await tx.query<ListPosition>(
    {
      name: `find_position_after_${steps}_by_${sort}`,
      text: `SELECT c.id, ${keyAsText(sort, KEYS[sort])} AS key FROM customers c
             WHERE ${isAfter(sort)} ${inOrder(sort)} LIMIT 1 OFFSET ${steps - 1}`,
    },
    [tx.merchantId, ...keyset(sort, after)],
  );
  return row;
}

/**
 * The ids of `matching` with their keys. Used behind OFFSET 0, which stops the planner from merging the
 * queries: given the limit it would walk the order instead and look each customer up among the matches.
 */
const keysOf = (sort: CustomerSort) =>
  `SELECT c.id, ${KEYS[sort]} AS key FROM matching JOIN customers c ON c.merchant_id = $1 AND c.id = matching.id`;

/** Finds the matches by the search index, then sorts them. Undefined if more than `limit` match. */
export async function findMatchingCustomers(
  tx: TenantTransaction,
  { sort, after, patterns }: CustomerSearch,
  limit: number,
): Promise<ListPosition[] | undefined> {
  await setPlan(tx, 'find');
  const [first = '', second = first, third = first] = patterns;
  const rows = await tx.query<{ found: number; id: string | null; key: string }>(
    {
      name: `find_customers_by_${sort}`,
      text: `WITH matching AS MATERIALIZED (SELECT id FROM lookup.customers_matching($1, $4::text[], $5::bigint + 1) AS id)
             SELECT n.found, p.id, ${keyAsText(sort, 'p.key')} AS key
             FROM (SELECT count(*) AS found FROM matching) n
             LEFT JOIN LATERAL (
               SELECT m.id, m.key FROM (${keysOf(sort)} WHERE n.found <= $5::bigint OFFSET 0) m
               WHERE (m.key, m.id) < ($2, $3) ORDER BY m.key DESC, m.id DESC LIMIT ${PAGE_ROWS}) p ON true
             ORDER BY p.key DESC, p.id DESC`,
    },
    [tx.merchantId, ...keyset(sort, after), [first, second, third, ...patterns.slice(3)], limit],
  );
  if ((rows[0]?.found ?? 0) > limit) return undefined;
  return rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]));
}

/** Reads all customers once: slow for many, but with a bounded cost. */
export async function gatherMatchingCustomers(
  tx: TenantTransaction,
  { sort, after, patterns }: CustomerSearch,
): Promise<ListPosition[]> {
  await setPlan(tx, 'gather');
  return await tx.query<ListPosition>(
    {
      name: `gather_customers_by_${sort}`,
      text: `WITH matching AS MATERIALIZED (
               SELECT customer_id AS id FROM customer_search WHERE merchant_id = $1 AND search_text LIKE ALL ($4::text[]))
             SELECT m.id, ${keyAsText(sort, 'm.key')} AS key FROM (${keysOf(sort)} OFFSET 0) m
             WHERE (m.key, m.id) < ($2, $3) ORDER BY m.key DESC, m.id DESC LIMIT ${PAGE_ROWS}`,
    },
    [tx.merchantId, ...keyset(sort, after), patterns],
  );
}
