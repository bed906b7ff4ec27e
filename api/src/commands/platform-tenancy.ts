import { APP_ROLE, LOOKUP_ROLE, openPool, PATIENT_MS } from '../lib/database.ts';
import { createTenancy, type Tenancy } from '../tenant.ts';

/**
 * Runs a command of the platform about one employee, with the rights of the API and of its look-ups and no
 * more.
 *
 * @param lookupUrl where the look-ups' role can be taken; by default the API's role looks up
 */
export async function withPlatformTenancy<Result>(
  databaseUrl: string,
  lookupUrl: string | undefined,
  run: (tenancy: Tenancy) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(databaseUrl, { connections: 1, role: APP_ROLE, waitMs: PATIENT_MS }, () => undefined);
  const lookups = lookupUrl
    ? openPool(lookupUrl, { connections: 1, role: LOOKUP_ROLE, waitMs: PATIENT_MS }, () => undefined)
    : undefined;
  try {
    return await run(createTenancy(pool, { lookups }));
  } finally {
    await lookups?.end();
    await pool.end();
  }
}
