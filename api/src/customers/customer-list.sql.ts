import { type CustomerSort, MAX_LISTED_CUSTOMERS } from 'domain/customer-list-inputs';
import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { ListPosition } from './list-cursor.ts';

/** One row more than a page shows whether there is another page. */
export const PAGE_ROWS = MAX_LISTED_CUSTOMERS + 1;

/** The expression that each order's index is built on. */
export const KEYS: Record<CustomerSort, string> = {
  last_purchase_at: "greatest(c.last_purchase_at, '-infinity')",
  total_spent: 'c.total_spent_cents',
  available: 'c.available_cents',
  created_at: 'c.created_at',
};

const isMoment = (sort: CustomerSort) => sort === 'last_purchase_at' || sort === 'created_at';

/** Writes a time as microseconds, PostgreSQL's precision; a Date would lose three digits. */
export const keyAsText = (sort: CustomerSort, key: string) =>
  isMoment(sort)
    ? `CASE WHEN isfinite(${key}) THEN ((extract(epoch FROM ${key}) * 1000000)::bigint)::text ELSE '-infinity' END`
    : `${key}::text`;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The two values of a keyset condition; for the first page, values before all customers. */
export function keyset(sort: CustomerSort, after: ListPosition | undefined): [key: string, id: string] {
  if (!after) return [isMoment(sort) ? 'infinity' : '9223372036854775807', LAST_ID];
  if (!isMoment(sort) || after.key === '-infinity') return [after.key, after.id];
  const microseconds = Number(after.key);
  const rest = String(microseconds % 1_000).padStart(3, '0');
  return [new Date(Math.floor(microseconds / 1_000)).toISOString().replace('Z', `${rest}Z`), after.id];
}

/** Selects the rows of merchant $1 after the keyset in $2 and $3. */
export const isAfter = (sort: CustomerSort) => `c.merchant_id = $1 AND (${KEYS[sort]}, c.id) < ($2, $3)`;
export const inOrder = (sort: CustomerSort) => `ORDER BY ${KEYS[sort]} DESC, c.id DESC`;

/**
 * Restricts the planner for the following statements of the transaction, because its estimates of matches are
 * off by a hundred times either way. 'walk': the order comes from its index, never from sorting. 'find': each
 * row of one side is looked up in the other. 'gather': both sides are read whole.
 */
export async function setPlan(tx: TenantTransaction, plan: 'walk' | 'find' | 'gather'): Promise<void> {
  const allow = (isAllowed: boolean) => (isAllowed ? 'on' : 'off');
  await tx.query(
    {
      name: 'set_plan',
      text: `SELECT set_config('enable_sort', $1, true), set_config('enable_nestloop', $2, true),
               set_config('enable_hashjoin', $3, true), set_config('enable_mergejoin', $3, true)`,
    },
    [allow(plan !== 'walk'), allow(plan !== 'gather'), allow(plan === 'gather')],
  );
}

/** The customers after `after` in the order of `sort`, at most PAGE_ROWS. */
export async function listCustomersInOrder(
  tx: TenantTransaction,
  sort: CustomerSort,
  after: ListPosition | undefined,
): Promise<ListPosition[]> {
  await setPlan(tx, 'walk');
  return await tx.query<ListPosition>(
    {
      name: `list_customers_by_${sort}`,
      text: `SELECT c.id, ${keyAsText(sort, KEYS[sort])} AS key FROM customers c
             WHERE ${isAfter(sort)} AND c.phone IS NOT NULL ${inOrder(sort)} LIMIT ${PAGE_ROWS}`,
    },
    [tx.merchantId, ...keyset(sort, after)],
  );
}

export interface ListedCustomerRow {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  total_spent_cents: number;
  available_cents: number;
  last_purchase_at: Moment | null;
  created_at: Moment;
}

/** These customers in this order, with balances as of `now`. */
export async function listCustomersById(
  tx: TenantTransaction,
  ids: readonly string[],
  now: Moment,
): Promise<ListedCustomerRow[]> {
  await setPlan(tx, 'find');
  return await tx.query<ListedCustomerRow>(
    {
      name: 'list_customers_by_id',
      text: `SELECT c.id, c.phone, c.name, c.email, c.total_spent_cents,
               coalesce(s.available_cents, c.available_cents) AS available_cents, c.last_purchase_at, c.created_at
             FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, place)
             JOIN customers c ON c.merchant_id = $1 AND c.id = p.id AND c.phone IS NOT NULL
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             ORDER BY p.place`,
    },
    [tx.merchantId, ids, now],
  );
}

export interface ListingMerchantRow extends MerchantAddress {
  time_zone: string;
}

export async function getListingMerchant(tx: TenantTransaction): Promise<ListingMerchantRow> {
  const [row] = await tx.query<ListingMerchantRow>(
    {
      name: 'get_listing_merchant',
      text: `SELECT ${ADDRESS_COLUMNS}, time_zone FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}
