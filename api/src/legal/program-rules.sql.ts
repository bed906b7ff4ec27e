import type { RedemptionProof } from 'domain/proof';
import type { TenantTransaction } from '../tenant.ts';

/** A version of a merchant's program rules. */
export interface ProgramRulesRow {
  version: number;
  holds_from: Date;
  program_name: string;
  rate_basis_points: number;
  earning_min_purchase_cents: number;
  cashback_available_immediately: boolean;
  cashback_maturing_days: number;
  cashback_expires: boolean;
  cashback_expiration_days: number;
  redemption_max_share_basis_points: number | null;
  redemption_min_purchase_cents: number | null;
  redemption_min_balance_cents: number | null;
  redemption_proof: RedemptionProof;
  redemption_proof_above_cents: number | null;
  inactivity_months: number;
}

/** Every version, the one in force first. */
export async function listProgramRules(tx: TenantTransaction): Promise<ProgramRulesRow[]> {
  return await tx.query<ProgramRulesRow>(
    {
      name: 'list_program_rules',
      text: `SELECT version, holds_from, program_name, rate_basis_points, earning_min_purchase_cents,
               cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days, redemption_max_share_basis_points,
               redemption_min_purchase_cents, redemption_min_balance_cents, redemption_proof,
               redemption_proof_above_cents, inactivity_months
             FROM program_rules WHERE merchant_id = $1 ORDER BY version DESC`,
    },
    [tx.merchantId],
  );
}
