import type { TenantTransaction } from '../tenant.ts';

/** The facts that a merchant's documents state: the merchant, and the receivers of customers' data. */
export interface DocumentMerchantRow {
  name: string;
  phone: string;
  address: string;
  program_name: string;
  logo_url: string | null;
  brand_color: string | null;
  signup_link_slug: string;
  time_zone: string;
  created_at: Date;
  gtm_id: string | null;
  meta_pixel_id: string | null;
  mask_contacts: boolean;
  /** The e-mail marketing providers whose integration is on. */
  providers: string[];
  has_webhooks: boolean;
  statement_protected: boolean;
  sends_without_consent: boolean;
  has_api_keys: boolean;
  inactivity_months: number;
}

export async function getDocumentMerchant(tx: TenantTransaction): Promise<DocumentMerchantRow> {
  const [row] = await tx.query<DocumentMerchantRow>(
    {
      name: 'get_document_merchant',
      text: `SELECT name, phone, address, program_name, logo_url, brand_color, signup_link_slug, time_zone, created_at,
               gtm_id, meta_pixel_id, mask_contacts, inactivity_months, statement_protected,
               EXISTS (SELECT FROM integration_configs
                       WHERE merchant_id = $1 AND is_active AND sends_without_consent) AS sends_without_consent,
               ARRAY(SELECT provider FROM integration_configs WHERE merchant_id = $1 AND is_active ORDER BY 1)
                 AS providers,
               EXISTS (SELECT FROM webhook_endpoints WHERE merchant_id = $1 AND is_active AND removed_at IS NULL)
                 AS has_webhooks,
               EXISTS (SELECT FROM api_keys WHERE merchant_id = $1 AND revoked_at IS NULL) AS has_api_keys
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}
