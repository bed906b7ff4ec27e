import type { CustomerSort } from 'domain/customer-list-inputs';
import { dashboardAddress } from 'domain/dashboard-address';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  getListingMerchant,
  type ListedCustomerRow,
  listCustomersById,
  listCustomersInOrder,
  PAGE_ROWS,
} from './customer-list.sql.ts';
import { type ListPosition, readCursor, writeCursor } from './list-cursor.ts';
import { searchCustomers } from './search-customers.ts';
import { searchPatterns } from './search-patterns.ts';

/** Amounts in centavos, times ISO 8601. */
export interface ListedCustomer {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  totalSpentCents: number;
  availableCents: number;
  lastPurchaseAt: string | null;
  createdAt: string;
  /** The customer's own page of this merchant, for whoever has the link. */
  dashboardLink: string;
}

export interface CustomerPage {
  customers: ListedCustomer[];
  /** What the next page is asked `after`; null: this is the last. */
  next: string | null;
  /** The merchant's: days are its own. */
  timeZone: string;
}

interface ListDependencies {
  tenancy: Tenancy;
  clock: Clock;
  env: { publicOrigin: string };
}

/**
 * A page of the merchant's customers, descending, equals by id; those who never bought are last by last purchase. By
 * 'available' the order is that of the cached balances, which a job brings up to date each minute; the balances shown are
 * those of now. Throws Refusal 'bad_request' where `after` is no cursor of this order.
 */
export async function listCustomers(
  { tenancy, clock, env }: ListDependencies,
  merchantId: string,
  input: { search?: string | undefined; sort: CustomerSort; after?: string | undefined },
): Promise<CustomerPage> {
  const { sort } = input;
  const after = input.after === undefined ? undefined : readCursor(sort, input.after);
  const now = clock.now();
  return await tenancy.withTenant(merchantId, async (tx) => {
    const merchant = await getListingMerchant(tx);
    const found = await findPositions(tx, sort, after, input.search);
    const positions = found.slice(0, PAGE_ROWS - 1);
    const last = found.length === PAGE_ROWS ? positions.at(-1) : undefined;
    const rows = await listCustomersById(
      tx,
      positions.map(({ id }) => id),
      now,
    );
    const origin = canonicalOrigin(env.publicOrigin, merchant);
    return {
      customers: rows.map((row) => present(row, origin, merchant.signup_link_slug)),
      next: last ? writeCursor(sort, last) : null,
      timeZone: merchant.time_zone,
    };
  });
}

async function findPositions(
  tx: TenantTransaction,
  sort: CustomerSort,
  after: ListPosition | undefined,
  search: string | undefined,
): Promise<ListPosition[]> {
  if (search === undefined) return await listCustomersInOrder(tx, sort, after);
  const patterns = searchPatterns(search);
  return patterns.length === 0 ? [] : await searchCustomers(tx, { sort, after, patterns });
}

function present(row: ListedCustomerRow, origin: string, slug: string): ListedCustomer {
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    email: row.email,
    totalSpentCents: row.total_spent_cents,
    availableCents: row.available_cents,
    lastPurchaseAt: row.last_purchase_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    dashboardLink: `${origin}${dashboardAddress(row.phone, slug)}`,
  };
}
