import { confirmAndRemember, deviceParameters, type TokenItem } from '../ledger/token-confirmations.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The hash of the redemption's token, stored when it was made. */
export async function getTokenHash(tx: TenantTransaction, redemptionId: string): Promise<Buffer> {
  const [row] = await tx.query<{ token_hash: Buffer }>(
    {
      name: 'get_redemption_token_hash',
      text: 'SELECT token_hash FROM redemptions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, redemptionId],
  );
  if (!row) throw new Error('a redemption that was answered has no row');
  return row.token_hash;
}

/**
 * True once the customer has confirmed the redemption; undefined when the merchant has no such redemption.
 */
export async function findIsCompleted(
  tx: TenantTransaction,
  redemptionId: string,
): Promise<boolean | undefined> {
  const [row] = await tx.query<{ status: string }>(
    {
      name: 'find_redemption_status',
      text: 'SELECT status FROM redemptions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, redemptionId],
  );
  return row && row.status === 'completed';
}

export interface RedemptionConfirmationRow {
  ordinal: number;
  outcome: 'confirmed' | 'repeated' | 'unproved' | 'insufficient' | 'unknown';
  merchant_id: string;
  redemption_id: string;
  merchant_name: string;
  signup_link_slug: string;
  logo_url: string | null;
  brand_color: string | null;
  phone: string;
  amount_cents: number;
  available_cents: number;
  /** Set only when the redemption was confirmed before; null for a first confirmation. */
  confirmed_at: Date | null;
  answered_at: Date;
  is_hidden: boolean;
  device_id: string | null;
  is_known: boolean | null;
}

/** Confirms every token in one statement; a row for each, in no particular order. */
export async function confirmRedemptionTokens(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  items: TokenItem[],
): Promise<RedemptionConfirmationRow[]> {
  return await tenancy.withoutTenant<RedemptionConfirmationRow>(
    {
      name: 'confirm_redemption',
      text: confirmAndRemember('confirm_redemption', 'redemption_id'),
    },
    [
      items.map((item) => item.tokenHash),
      items.map((item) => item.hostMerchantId ?? null),
      ...deviceParameters(items),
    ],
  );
}
