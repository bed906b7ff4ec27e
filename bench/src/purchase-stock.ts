import type pg from 'pg';
import { sha256 } from '../../api/src/lib/tokens.ts';
import {
  ALL_MERCHANTS,
  CUSTOMERS,
  idOf,
  LARGE_MERCHANT,
  MERCHANTS,
  type Purchase,
  purchaseOf,
  RATE_BASIS_POINTS,
  slugOf,
  type TokenKind,
  tokenWriter,
} from './population.ts';

/** Unconfirmed purchases: numbers `first` to `first + count - 1`. */
export interface Slice {
  first: number;
  count: number;
  /** True: all of one merchant; else of a hundred. */
  isOfOne?: boolean;
}

export interface PurchaseStock {
  /** Inserts that many fresh purchases, of one merchant or of the hundred; no two slices share one. */
  prepare(kind: TokenKind, count: number, isOfOne?: boolean): Promise<Slice>;
  /** Counts the purchases in each customer's totals, which issuing them one by one would have done. */
  close(): Promise<void>;
}

const ROWS_PER_INSERT = 5_000;
const COUNT_PURCHASES = `
  UPDATE customers c SET total_spent_cents = s.cents, last_purchase_at = s.last_at
  FROM (SELECT merchant_id, customer_id, sum(amount_cents) AS cents, max(created_at) AS last_at
        FROM transactions GROUP BY 1, 2) s
  WHERE c.merchant_id = s.merchant_id AND c.id = s.customer_id`;
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

async function insertPopulation(owner: pg.Client): Promise<void> {
  const merchants = upTo(ALL_MERCHANTS);
  await owner.query(
    `INSERT INTO merchants (id, name, email, phone, address, program_name, rate_basis_points, signup_link_slug)
     SELECT id, 'Loja ' || slug, slug || '@loja.example', '1132104567', 'Rua A, 1', 'Clube ' || slug, $3, slug
     FROM unnest($1::uuid[], $2::text[]) AS u (id, slug)`,
    [merchants.map((merchant) => idOf('merchant', merchant)), merchants.map(slugOf), RATE_BASIS_POINTS],
  );
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT merchant_id, id, 'Caixa', id || '@loja.example', 'operator'
     FROM unnest($1::uuid[], $2::uuid[]) AS u (merchant_id, id)`,
    [
      merchants.map((merchant) => idOf('merchant', merchant)),
      merchants.map((merchant) => idOf('employee', merchant)),
    ],
  );
  await insertCustomers(owner, (customer) => customer % MERCHANTS);
}

async function insertCustomers(owner: pg.Client, merchantOf: (customer: number) => number): Promise<void> {
  const customers = upTo(CUSTOMERS);
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone)
     SELECT merchant_id, id, phone FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS u (merchant_id, id, phone)`,
    [
      customers.map((customer) => idOf('merchant', merchantOf(customer))),
      customers.map((customer) => idOf('customer', customer)),
      customers.map((customer) => `119${String(customer).padStart(8, '0')}`),
    ],
  );
}

async function insertPurchases(
  owner: pg.Client,
  slice: Slice,
  writeToken: (purchase: Purchase) => string,
): Promise<void> {
  const purchases = upTo(slice.count).map((offset) => purchaseOf(slice.first + offset, slice));
  await owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
       rate_basis_points, token_hash, token_expires_at, created_at)
     SELECT merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, $8, token_hash,
       now() + interval '1 day', now()
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bytea[])
       AS u (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, token_hash)`,
    [
      purchases.map((purchase) => purchase.merchantId),
      purchases.map((purchase) => purchase.purchaseId),
      purchases.map((purchase) => purchase.customerId),
      purchases.map((purchase) => idOf('employee', purchase.merchant)),
      purchases.map((purchase) => purchase.amountCents),
      purchases.map((purchase) => purchase.cashbackCents),
      purchases.map((purchase) => sha256(writeToken(purchase))),
      RATE_BASIS_POINTS,
    ],
  );
}

/** Fills an empty database with merchants and customers. `owner` must be a superuser's connection. */
export async function openPurchaseStock(owner: pg.Client, tokenSecret: string): Promise<PurchaseStock> {
  await insertPopulation(owner);
  // Purchases made here refer to what there is by construction; checking each of a million references would
  // take minutes.
  await owner.query("SET session_replication_role = 'replica'");
  let next = 0;
  let hasLargeMerchant = false;
  return {
    async prepare(kind, count, isOfOne = false) {
      if (isOfOne && !hasLargeMerchant) await insertCustomers(owner, () => LARGE_MERCHANT);
      hasLargeMerchant ||= isOfOne;
      const slice = { first: next, count, isOfOne };
      const writeToken = tokenWriter(kind, tokenSecret);
      for (let first = next; first < next + count; first += ROWS_PER_INSERT) {
        const rows = Math.min(ROWS_PER_INSERT, next + count - first);
        await insertPurchases(owner, { first, count: rows, isOfOne }, writeToken);
      }
      next += count;
      return slice;
    },
    async close() {
      await owner.query(COUNT_PURCHASES);
    },
  };
}
