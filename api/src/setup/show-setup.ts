import type { Tenancy } from '../tenant.ts';
import { getSetup } from './setup.sql.ts';

export interface Setup {
  /** True for each step that is done. */
  steps: { rules: boolean; brand: boolean; poster: boolean; team: boolean; trial: boolean };
  isDismissed: boolean;
  /** The rate that the first step asks about. */
  rateBasisPoints: number;
}

/** The merchant's first steps. */
export async function showSetup({ tenancy }: { tenancy: Tenancy }, merchantId: string): Promise<Setup> {
  const row = await tenancy.withTenant(merchantId, getSetup);
  const { is_dismissed: isDismissed, rate_basis_points: rateBasisPoints, ...steps } = row;
  return { steps, isDismissed, rateBasisPoints };
}
