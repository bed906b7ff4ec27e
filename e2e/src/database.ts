import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Runs one statement behind the product's back, as the database's owner: to make time pass, or to look. */
export async function asOwner<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { ownerUrl } = JSON.parse(readFileSync(process.env.JOURNEYS_STATE ?? '', 'utf8')) as {
    ownerUrl: string;
  };
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
