import { confirmAndRemember, deviceParameters, type TokenItem } from '../ledger/token-confirmations.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The hash of the purchase's token, stored when it was issued. */
export async function getTokenHash(tx: TenantTransaction, transactionId: string): Promise<Buffer> {
  const [row] = await tx.query<{ token_hash: Buffer }>(
    {
      name: 'get_purchase_token_hash',
      text: 'SELECT token_hash FROM transactions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, transactionId],
  );
  if (!row) throw new Error('a purchase that was answered has no row');
  return row.token_hash;
}

/**
 * True once the customer has confirmed this purchase's code; undefined when the merchant has no such
 * purchase.
 */
export async function findIsConfirmed(
  tx: TenantTransaction,
  transactionId: string,
): Promise<boolean | undefined> {
  const [row] = await tx.query<{ qr_scanned: boolean }>(
    {
      name: 'find_is_confirmed',
      text: 'SELECT qr_scanned FROM transactions WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, transactionId],
  );
  return row?.qr_scanned;
}

export interface CashbackConfirmationRow {
  ordinal: number;
  outcome: 'confirmed' | 'repeated' | 'unknown';
  merchant_id: string;
  transaction_id: string;
  merchant_name: string;
  signup_link_slug: string;
  logo_url: string | null;
  brand_color: string | null;
  time_zone: string;
  phone: string;
  amount_cents: number;
  cashback_cents: number;
  rate_basis_points: number;
  available_cents: number;
  available_at: Date | null;
  /** Set only when the purchase was confirmed before; null for a first confirmation. */
  confirmed_at: Date | null;
  answered_at: Date;
  is_hidden: boolean;
  device_id: string | null;
  is_known: boolean | null;
}

/** Confirms every token in one statement; a row for each, in no particular order. */
export async function confirmCashbackTokens(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  items: TokenItem[],
): Promise<CashbackConfirmationRow[]> {
  return await tenancy.withoutTenant<CashbackConfirmationRow>(
    {
      name: 'confirm_cashback',
      text: confirmAndRemember('confirm_cashback', 'transaction_id'),
    },
    [
      items.map((item) => item.tokenHash),
      items.map((item) => item.hostMerchantId ?? null),
      ...deviceParameters(items),
    ],
  );
}
