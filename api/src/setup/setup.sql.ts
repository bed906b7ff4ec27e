import type { TenantTransaction } from '../tenant.ts';

export interface SetupRow {
  rules: boolean;
  brand: boolean;
  poster: boolean;
  team: boolean;
  trial: boolean;
  is_dismissed: boolean;
  rate_basis_points: number;
}

/** The steps as other rows tell them, and the marks of those that none tells. */
export async function getSetup(tx: TenantTransaction): Promise<SetupRow> {
  const [row] = await tx.query<SetupRow>(
    {
      name: 'get_setup',
      text: `SELECT rate_basis_points,
               setup_rules_at IS NOT NULL AS rules,
               logo_url IS NOT NULL OR brand_color IS NOT NULL AS brand,
               setup_poster_at IS NOT NULL AS poster,
               setup_alone_at IS NOT NULL OR EXISTS (SELECT FROM employees WHERE merchant_id = $1 OFFSET 1) AS team,
               setup_trial_at IS NOT NULL
                 OR EXISTS (SELECT FROM cashback_lots WHERE merchant_id = $1 AND transaction_id IS NOT NULL) AS trial,
               setup_dismissed_at IS NOT NULL AS is_dismissed
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}
