import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import type { Sized } from './open-sizes.ts';

const ZONED = "AT TIME ZONE 'America/Sao_Paulo'";
const SINCE = `(date_trunc('month', now() ${ZONED}) - $2::interval) ${ZONED}`;

/**
 * Sums of a dashboard for a period up to now, from the purchases themselves: the statement one would write
 * without rollups.
 */
const DASHBOARD = `
  SELECT count(*) AS purchases, sum(amount_cents - reversed_amount_cents) AS revenue,
    sum(cashback_cents - reversed_cashback_cents) AS cashback, count(DISTINCT customer_id) AS customers,
    (SELECT sum(amount_cents) FROM redemptions WHERE merchant_id = $1 AND status = 'completed' AND created_at >= ${SINCE}) AS redeemed,
    (SELECT count(*) FROM customers WHERE merchant_id = $1 AND created_at >= ${SINCE}) AS new_customers
  FROM transactions WHERE merchant_id = $1 AND status = 'completed' AND created_at >= ${SINCE}`;

const REPEATS = 3;

async function milliseconds({ merchant }: Sized, text: string, values: unknown[]): Promise<string> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const startedAt = performance.now();
    await merchant.owner.query(text, values);
    times.push(performance.now() - startedAt);
  }
  return median(times).toFixed(1);
}

/** Measures the same reads without rollups; in the database alone, without HTTP and the API. */
export async function formatReadsWithoutRollups(sizes: readonly Sized[]): Promise<string> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const { merchantId } = size.merchant;
    rows.push([
      size.name,
      await milliseconds(size, DASHBOARD, [merchantId, '0 months']),
      await milliseconds(size, DASHBOARD, [merchantId, '11 months']),
      await milliseconds(size, 'SELECT count(*) FROM recompute_segment_rollups($1)', [merchantId]),
      await milliseconds(size, 'SELECT count(*) FROM recompute_cohort_rollups($1)', [merchantId]),
    ]);
  }
  const head = ['from the rows themselves, ms', 'dashboard, month', 'dashboard, year', 'segments', 'cohorts'];
  return formatTable(head, rows);
}
