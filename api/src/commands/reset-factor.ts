import { cancelLostFactor, type LostFactorOutcome, resetLostFactor } from '../auth/reset-lost-factor.ts';
import { APP_ROLE, LOOKUP_ROLE, openPool, PATIENT_MS } from '../lib/database.ts';
import { createTenancy } from '../tenant.ts';

/**
 * The platform's command for a lost second step, with the rights of the API and of its look-ups and no more.
 *
 * @param lookupUrl where the look-ups' role can be taken; by default the API's role looks up
 */
export async function resetFactorByPlatform(
  databaseUrl: string,
  email: string,
  { isCancel, lookupUrl }: { isCancel: boolean; lookupUrl?: string | undefined },
): Promise<LostFactorOutcome> {
  const pool = openPool(databaseUrl, { connections: 1, role: APP_ROLE, waitMs: PATIENT_MS }, () => undefined);
  const lookups = lookupUrl
    ? openPool(lookupUrl, { connections: 1, role: LOOKUP_ROLE, waitMs: PATIENT_MS }, () => undefined)
    : undefined;
  try {
    const tenancy = createTenancy(pool, { lookups });
    return await (isCancel ? cancelLostFactor(tenancy, email) : resetLostFactor(tenancy, email));
  } finally {
    await lookups?.end();
    await pool.end();
  }
}
