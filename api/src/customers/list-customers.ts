import { type CustomerSort, MAX_LISTED_CUSTOMERS } from 'domain/customer-list-inputs';
import { dashboardAddress } from 'domain/dashboard-address';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { findRecordedPhone } from '../proof/customer-proofs.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  getListingMerchant,
  type ListedCustomerRow,
  listCustomersById,
  listCustomersInOrder,
} from './customer-list.sql.ts';
import { type ListPosition, readCursor, writeCursor } from './list-cursor.ts';
import { searchBestFirst, searchCustomers } from './search-customers.ts';
import { bestPatterns, searchPatterns, withRecordedPhones } from './search-patterns.ts';

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
  /**
   * The customer's own page at this merchant, which needs no sign-in; empty for employees who see phones
   * masked.
   */
  dashboardLink: string;
}

export interface CustomerPage {
  customers: ListedCustomer[];
  /** The value of `after` for the next page; null: this is the last. */
  next: string | null;
  /** The merchant's, which decides when a day begins. */
  timeZone: string;
}

interface ListDependencies {
  tenancy: Tenancy;
  env: { publicOrigin: string };
}

/**
 * A page of the merchant's customers, descending, ties by id; by last purchase, customers who never bought
 * come last. By 'available' the order is that of the cached balances, which a job updates each minute; the
 * balances shown are exact. With `hidesContacts` a search finds by name and by a whole phone only; with
 * `bestFirst` it is one page, best matches first. Throws Refusal 'bad_request' if `after` is no cursor of
 * this order.
 */
export async function listCustomers(
  { tenancy, env }: ListDependencies,
  merchantId: string,
  input: {
    search?: string | undefined;
    sort: CustomerSort;
    bestFirst?: boolean;
    after?: string | undefined;
    limit?: number;
  },
  { hidesContacts = false } = {},
): Promise<CustomerPage> {
  const { sort, limit = MAX_LISTED_CUSTOMERS } = input;
  const after = input.after === undefined ? undefined : readCursor(sort, input.after);
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { now } = tx;
    const merchant = await getListingMerchant(tx);
    const found = await findPositions(tx, { ...input, after, limit }, { hidesContacts });
    const positions = found.slice(0, limit);
    const last = found.length > limit && !input.bestFirst ? positions.at(-1) : undefined;
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
  {
    search,
    sort,
    after,
    bestFirst,
    limit,
  }: {
    search?: string | undefined;
    sort: CustomerSort;
    after: ListPosition | undefined;
    bestFirst?: boolean;
    limit: number;
  },
  visibility: { hidesContacts: boolean },
): Promise<ListPosition[]> {
  if (search === undefined) return await listCustomersInOrder(tx, sort, after);
  const recorded = await withRecordedPhones(search, (phone) => findRecordedPhone(tx, phone));
  const patterns = searchPatterns(recorded, visibility);
  if (patterns.length === 0) return [];
  const asked = { sort, after, patterns };
  // In an e-mail no place is better than another.
  return bestFirst && !search.includes('@')
    ? await searchBestFirst(tx, asked, bestPatterns(recorded, visibility), limit)
    : await searchCustomers(tx, asked);
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
