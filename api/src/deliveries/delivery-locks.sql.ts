import type pg from 'pg';

/** A connection whose locks last as long as it does. No tenant's: the keys say nothing of any row. */
export type LockConnection = Pick<pg.ClientBase, 'query'>;

/**
 * Takes one lock, and with it the first of the others that nobody else has, and no more of them.
 * @returns undefined where somebody else has the first; `other` undefined where they have all of those
 */
export async function takeLocks(
  connection: LockConnection,
  key: string,
  others: string[],
): Promise<{ other: string | undefined } | undefined> {
  const { rows } = await connection.query<{ is_taken: boolean; other: string | null }>({
    name: 'take_locks',
    // The rows come one by one, and no more are asked for than one.
    text: `SELECT first.is_taken, second.key AS other
           FROM (SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_taken OFFSET 0) first
           LEFT JOIN LATERAL (
             SELECT key FROM unnest($2::text[]) AS key
             WHERE CASE WHEN first.is_taken THEN pg_try_advisory_lock(hashtextextended(key, 0)) END LIMIT 1
           ) second ON true`,
    values: [key, others],
  });
  const [row] = rows;
  return row?.is_taken ? { other: row.other ?? undefined } : undefined;
}

export async function dropLocks(connection: LockConnection, keys: string[]): Promise<void> {
  await connection.query({
    name: 'drop_locks',
    text: 'SELECT pg_advisory_unlock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key',
    values: [keys],
  });
}
