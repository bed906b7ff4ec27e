import { ADDRESS_COLUMNS, type MerchantAddress } from '../domains/canonical-address.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface PageMerchantRow extends MerchantAddress {
  name: string;
  program_name: string;
  logo_url: string | null;
  brand_color: string | null;
  rate_basis_points: number;
  gtm_id: string | null;
  meta_pixel_id: string | null;
  is_active: boolean;
  asks_for_proof: boolean;
}

export async function getPageMerchant(tx: TenantTransaction): Promise<PageMerchantRow> {
  const [row] = await tx.query<PageMerchantRow>(
    {
      name: 'get_page_merchant',
      text: `SELECT name, program_name, logo_url, brand_color, rate_basis_points, gtm_id, meta_pixel_id, is_active,
               statement_protected OR redemption_proof <> 'never' AS asks_for_proof, ${ADDRESS_COLUMNS}
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

const BY_TOKEN = {
  cashback: {
    name: 'merchant_by_cashback_token',
    text: 'SELECT merchant_id FROM lookup.purchase_by_token($1)',
  },
  redemption: {
    name: 'merchant_by_redemption_token',
    text: 'SELECT merchant_id FROM lookup.redemption_by_token($1)',
  },
  trial: { name: 'merchant_by_trial_token', text: 'SELECT merchant_id FROM lookup.trial_by_token($1)' },
};

/** Finds the merchant of a purchase's, redemption's or trial's token, without any effect on it. */
export async function findMerchantByToken(
  tenancy: Tenancy,
  kind: keyof typeof BY_TOKEN,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tenancy.lookup<{ merchant_id: string }>(BY_TOKEN[kind], [tokenHash]);
  return row?.merchant_id;
}
