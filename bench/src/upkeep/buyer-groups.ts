import { cashbackCents } from 'domain/money';
import type pg from 'pg';
import { createQrTokens, sha256 } from '../../../api/src/lib/tokens.ts';
import { idOf, RATE_BASIS_POINTS, slugOf } from '../population.ts';

/** Buyers computed from a number: as many customers in each group, of many merchants or all of one. */
export interface BuyerGroup {
  name: 'many' | 'one';
  /** Merchants `firstMerchant` to `firstMerchant + merchants - 1`. */
  firstMerchant: number;
  merchants: number;
  firstCustomer: number;
  /** Purchases that were laid ready have numbers from here on. */
  firstPurchase: number;
}

const CUSTOMERS = 20_000;
const MANY: BuyerGroup = {
  name: 'many',
  firstMerchant: 0,
  merchants: 200,
  firstCustomer: 0,
  firstPurchase: 0,
};
const ONE: BuyerGroup = {
  name: 'one',
  firstMerchant: MANY.merchants,
  merchants: 1,
  firstCustomer: CUSTOMERS,
  firstPurchase: 100_000_000,
};
export const BUYER_GROUPS = [MANY, ONE];
const ALL_MERCHANTS = MANY.merchants + ONE.merchants;

/**
 * Prime to CUSTOMERS: neighboring purchases belong to customers whose rows lie apart, as they do at a
 * merchant.
 */
const SCATTER = 7_919;
const ROWS_PER_INSERT = 5_000;
/**
 * Days back, so far that a purchase of today is a visit of its own, and so near that a code can still be
 * confirmed.
 */
const DAYS_AGO = 25;

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const phoneOf = (customer: number) => `119${String(customer).padStart(8, '0')}`;

/** The purchase's customer, and what to call the merchant. */
export function buyerOf(group: BuyerGroup, purchase: number) {
  const place = (purchase * SCATTER) % CUSTOMERS;
  const merchant = group.firstMerchant + (place % group.merchants);
  const customer = group.firstCustomer + place;
  return { merchant, merchantId: idOf('merchant', merchant), customer, phone: phoneOf(customer) };
}

/** The token of a purchase that was laid ready. */
export function tokenOf(group: BuyerGroup, purchase: number, tokenSecret: string): string {
  const { merchantId } = buyerOf(group, purchase);
  return createQrTokens([tokenSecret]).tokenFor(
    'CASHBACK',
    merchantId,
    idOf('purchase', group.firstPurchase + purchase),
  );
}

export const people = upTo(ALL_MERCHANTS).map((merchant) => ({
  merchantId: idOf('merchant', merchant),
  employeeId: idOf('employee', merchant),
}));

export const merchantIdsOf = ({ firstMerchant, merchants }: BuyerGroup) =>
  people.slice(firstMerchant, firstMerchant + merchants).map(({ merchantId }) => merchantId);

async function insertGroups(owner: pg.Client): Promise<void> {
  await owner.query(
    `INSERT INTO merchants (id, name, email, phone, address, program_name, rate_basis_points, signup_link_slug)
     SELECT id, 'Loja ' || slug, slug || '@loja.example', '1132104567', 'Rua A, 1', 'Clube ' || slug, $3, slug
     FROM unnest($1::uuid[], $2::text[]) AS u (id, slug)`,
    [
      people.map(({ merchantId }) => merchantId),
      people.map((_, merchant) => slugOf(merchant)),
      RATE_BASIS_POINTS,
    ],
  );
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT merchant_id, id, 'Caixa', id || '@loja.example', 'operator' FROM unnest($1::uuid[], $2::uuid[]) AS u (merchant_id, id)`,
    [people.map(({ merchantId }) => merchantId), people.map(({ employeeId }) => employeeId)],
  );
  for (const group of BUYER_GROUPS) {
    const buyers = upTo(CUSTOMERS).map((purchase) => buyerOf(group, purchase));
    await owner.query(
      `INSERT INTO customers (merchant_id, id, phone, created_at)
       SELECT merchant_id, id, phone, now() - interval '60 days'
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS u (merchant_id, id, phone)`,
      [
        buyers.map(({ merchantId }) => merchantId),
        buyers.map(({ customer }) => idOf('customer', customer)),
        buyers.map(({ phone }) => phone),
      ],
    );
  }
}

async function layPurchases(
  owner: pg.Client,
  group: BuyerGroup,
  purchases: readonly number[],
  tokenSecret: string,
) {
  const amounts = purchases.map((purchase) => 5_000 + (purchase % 20_000));
  const buyers = purchases.map((purchase) => buyerOf(group, purchase));
  await owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
       rate_basis_points, token_hash, token_expires_at, created_at)
     SELECT merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, $8, token_hash,
       now() + interval '1 day', now() - (1 + customer % ${DAYS_AGO}) * interval '1 day'
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bytea[], $9::integer[])
       AS u (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, token_hash, customer)`,
    [
      buyers.map(({ merchantId }) => merchantId),
      purchases.map((purchase) => idOf('purchase', group.firstPurchase + purchase)),
      buyers.map(({ customer }) => idOf('customer', customer)),
      buyers.map(({ merchant }) => idOf('employee', merchant)),
      amounts,
      amounts.map((cents) => cashbackCents(cents, RATE_BASIS_POINTS)),
      purchases.map((purchase) => sha256(tokenOf(group, purchase, tokenSecret))),
      RATE_BASIS_POINTS,
      buyers.map(({ customer }) => customer),
    ],
  );
}

const COUNT_PURCHASES = `
  UPDATE customers c SET total_spent_cents = s.cents, last_purchase_at = s.last_at
  FROM (SELECT merchant_id, customer_id, sum(amount_cents) AS cents, max(created_at) AS last_at
        FROM transactions GROUP BY 1, 2) s
  WHERE c.merchant_id = s.merchant_id AND c.id = s.customer_id`;

/**
 * Inserts merchants and customers, and that many unconfirmed purchases of each group. `owner` is a
 * superuser's connection.
 */
export async function insertGroupsWithPurchases(
  owner: pg.Client,
  purchases: number,
  tokenSecret: string,
): Promise<void> {
  await insertGroups(owner);
  // The rollups are built from these rows afterwards.
  await owner.query("SET session_replication_role = 'replica'");
  for (const group of BUYER_GROUPS) {
    for (let first = 0; first < purchases; first += ROWS_PER_INSERT) {
      const numbers = upTo(Math.min(ROWS_PER_INSERT, purchases - first)).map((offset) => first + offset);
      await layPurchases(owner, group, numbers, tokenSecret);
    }
  }
  await owner.query(COUNT_PURCHASES);
  await owner.query('RESET session_replication_role');
}
