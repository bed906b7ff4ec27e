import type { Page } from '@playwright/test';
import { asOwner } from './database.ts';
import type { Merchant } from './merchant.ts';

export interface Days {
  from: string;
  to: string;
}

/** The day it is in São Paulo, where a new merchant is. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
}

/** The whole month that lies `months` after the current one. */
export function month(months = 0): Days {
  const [year = 0, number = 0] = today().split('-').map(Number);
  const day = (past: number, ofMonth: number) =>
    new Date(Date.UTC(year, number - 1 + months + past, ofMonth)).toISOString().slice(0, 10);
  return { from: day(0, 1), to: day(1, 0) };
}

/** '2026-03-09' → '09/03/2026'. */
export const written = (day: string) => day.split('-').reverse().join('/');

/** The card of a number: title, value and trend. */
export const card = (page: Page, title: string) =>
  page.locator('dl').filter({ has: page.locator(':scope > dt', { hasText: new RegExp(`^${title}$`) }) });

/** A panel with a total: 'Cashback Ativo'. */
export const panel = (page: Page, title: string) =>
  page
    .locator('main div')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .filter({ hasText: /R\$/ })
    .last();

export interface RowTotals {
  customers: number;
  new_this_month: number;
  new_customers: number;
  purchases: number;
  revenue: number;
  cashback: number;
  redeemed: number;
  payers: number;
  spend: number;
}

/**
 * A period's totals from the very rows they are about, to the last microsecond of its last day in São Paulo.
 */
export async function countTotals({ slug }: Merchant, { from, to }: Days): Promise<RowTotals> {
  const within = (column: string) =>
    `${column} >= $2::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
     AND ${column} < ($3::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
  const sold = `FROM transactions t WHERE t.merchant_id = m.id AND t.status = 'completed' AND ${within('t.created_at')}`;
  const [totals] = await asOwner<RowTotals>(
    `SELECT (SELECT count(*)::int FROM customers c WHERE c.merchant_id = m.id) AS customers,
       (SELECT count(*)::int FROM customers c WHERE c.merchant_id = m.id AND ${within('c.created_at')}) AS new_customers,
       (SELECT count(*)::int FROM customers c WHERE c.merchant_id = m.id AND date_trunc('month', c.created_at
          AT TIME ZONE 'America/Sao_Paulo') = date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo')) AS new_this_month,
       (SELECT count(*)::int ${sold}) AS purchases,
       (SELECT coalesce(sum(t.amount_cents - t.reversed_amount_cents), 0)::int ${sold}) AS revenue,
       (SELECT coalesce(sum(t.cashback_cents - t.reversed_cashback_cents), 0)::int ${sold}) AS cashback,
       (SELECT count(DISTINCT t.customer_id)::int ${sold}) AS payers,
       (SELECT coalesce(sum(r.amount_cents), 0)::int FROM redemptions r
        WHERE r.merchant_id = m.id AND r.status = 'completed' AND ${within('r.created_at')}) AS redeemed,
       (SELECT coalesce(sum(s.amount_cents), 0)::int FROM marketing_spend s
        WHERE s.merchant_id = m.id AND s.date BETWEEN $2::date AND $3::date) AS spend
     FROM merchants m WHERE m.signup_link_slug = $1`,
    [slug, from, to],
  );
  if (!totals) throw new Error(`no merchant ${slug}`);
  return totals;
}

/**
 * One purchase at a moment of the past ('2026-03-31 23:59:59.999' in São Paulo), by a customer who registered
 * with it.
 */
export async function insertPurchase({ slug }: Merchant, at: string, amountCents: number): Promise<void> {
  await asOwner(
    `WITH moment AS (SELECT $2::timestamp AT TIME ZONE 'America/Sao_Paulo' AS at),
     person AS (
       INSERT INTO customers (merchant_id, id, phone, created_at)
       SELECT m.id, gen_random_uuid(), '219' || lpad((random() * 99999999)::int::text, 8, '0'), at
       FROM merchants m, moment WHERE m.signup_link_slug = $1 RETURNING merchant_id, id)
     INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, created_at)
     SELECT p.merchant_id, gen_random_uuid(), p.id, (SELECT e.id FROM employees e WHERE e.merchant_id = p.merchant_id LIMIT 1),
       $3::bigint, ($3::bigint * 500 + 5000) / 10000, 500, sha256(gen_random_uuid()::text::bytea), at + interval '30 days', at
     FROM person p, moment`,
    [slug, at, amountCents],
  );
}

/** One investment, entered behind the product's back. */
export async function insertSpend({ slug }: Merchant, date: string, amountCents: number): Promise<void> {
  await asOwner(
    `INSERT INTO marketing_spend (merchant_id, id, employee_id, amount_cents, date)
     SELECT m.id, gen_random_uuid(), (SELECT e.id FROM employees e WHERE e.merchant_id = m.id LIMIT 1), $3::bigint, $2::date
     FROM merchants m WHERE m.signup_link_slug = $1`,
    [slug, date, amountCents],
  );
}

/** The same days of the month before as this month has had, which may have fewer. */
export function sameDaysBefore(): Days {
  const { from, to } = month(-1);
  const same = `${from.slice(0, 8)}${today().slice(8)}`;
  return { from, to: same < to ? same : to };
}

/** '1–22/10', '1/10', of days within a month; with its year where that is not the year of `beside`. */
export function shortly({ from, to }: Days, beside: Days = month()): string {
  const [year, number, last] = to.split('-');
  const end = `${Number(last)}/${Number(number)}${year === beside.to.slice(0, 4) ? '' : `/${year}`}`;
  return from === to ? end : `${Number(from.slice(8))}–${end}`;
}
