import type pg from 'pg';
import { expect, vi } from 'vitest';

/**
 * A race for one customer that no machine is too slow for: the customer is locked until two transactions of
 * the race wait for the lock, each with what it has read until then.
 */
export async function behindCustomerLock<Result>(
  owner: pg.Pool,
  phone: string,
  race: () => Promise<Result>[],
): Promise<PromiseSettledResult<Result>[]> {
  const holder = await owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM customers WHERE phone = $1 FOR UPDATE', [phone]);
    const racing = Promise.allSettled(race());
    await vi.waitFor(
      async () => {
        const { rowCount } = await owner.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(rowCount).toBeGreaterThanOrEqual(2);
      },
      { timeout: 60_000, interval: 5 },
    );
    await holder.query('COMMIT');
    return await racing;
  } finally {
    holder.release(true);
  }
}
