import type pg from 'pg';
import type { createMovableClock } from './money-app.ts';

/**
 * Every window of every limit is over: those of this process by its clock, the shared ones in the database.
 */
export async function endWindows(
  owner: Pick<pg.Pool, 'query'>,
  clock: ReturnType<typeof createMovableClock>,
  milliseconds = 3_600_000,
): Promise<void> {
  clock.advance(milliseconds);
  await owner.query('DELETE FROM operations.call_counts');
}
