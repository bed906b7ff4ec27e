import type pg from 'pg';

/** A connection whose locks last as long as it does. No tenant's: the keys say nothing of any row. */
export type LockConnection = Pick<pg.ClientBase, 'query'>;

/** Takes the first of these locks that nobody else has, and no other. @returns its key */
export async function takeFirstLock(connection: LockConnection, keys: string[]): Promise<string | undefined> {
  const { rows } = await connection.query<{ key: string }>({
    name: 'take_first_lock',
    // The rows come one by one, and no more are asked for than one.
    text: `SELECT key FROM unnest($1::text[]) AS key WHERE pg_try_advisory_lock(hashtextextended(key, 0)) LIMIT 1`,
    values: [keys],
  });
  return rows[0]?.key;
}

export async function dropLock(connection: LockConnection, key: string): Promise<void> {
  await connection.query({
    name: 'drop_lock',
    text: 'SELECT pg_advisory_unlock(hashtextextended($1, 0))',
    values: [key],
  });
}
