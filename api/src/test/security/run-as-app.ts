import type pg from 'pg';

export interface AppOptions {
  /** Runs before, as the owner. */
  before?: string | undefined;
  tenant?: string;
  role?: string;
}

/** Runs as the API's role, or another, in a transaction that is taken back. */
export async function runAsApp<Result>(
  owner: pg.Pool,
  run: (client: pg.PoolClient) => Promise<Result>,
  { before, tenant = '', role = 'cashback_app' }: AppOptions = {},
): Promise<Result> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    if (before) await client.query(before);
    await client.query("SELECT set_config('app.merchant_id', $1, true)", [tenant]);
    await client.query(`SET LOCAL ROLE ${role}`);
    return await run(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
