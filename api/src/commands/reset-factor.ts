import { cancelLostFactor, type LostFactorOutcome, resetLostFactor } from '../auth/reset-lost-factor.ts';
import { withPlatformTenancy } from './platform-tenancy.ts';

/** The platform's command for a lost second step. Its addresses are as in `withPlatformTenancy`. */
export async function resetFactorByPlatform(
  databaseUrl: string,
  email: string,
  { isCancel, lookupUrl }: { isCancel: boolean; lookupUrl?: string | undefined },
): Promise<LostFactorOutcome> {
  return await withPlatformTenancy(databaseUrl, lookupUrl, (tenancy) =>
    isCancel ? cancelLostFactor(tenancy, email) : resetLostFactor(tenancy, email),
  );
}
