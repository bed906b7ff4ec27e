import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import type { QrTokens } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import type { IssuedCashback } from './issue-cashback.ts';
import { purchaseStatusOf } from './list-purchases.ts';
import { findPurchaseCode } from './purchases.sql.ts';

interface ShowCodeDependencies {
  tenancy: Tenancy;
  tokens: QrTokens;
  env: { publicOrigin: string };
}

/**
 * Shows the code of a purchase that waits for its customer once more, with what is left of the purchase. One
 * that earns nothing is shown too, for as long as it is not reversed.
 * Throws Refusal 'operation_not_found', 'code_confirmed', 'code_expired' or 'already_reversed'.
 */
export async function showPurchaseCode(
  { tenancy, tokens, env }: ShowCodeDependencies,
  merchantId: string,
  id: string,
): Promise<IssuedCashback> {
  const { row, now } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await findPurchaseCode(tx, id),
    now: tx.now,
  }));
  if (!row) throw new Refusal('operation_not_found');
  const status = purchaseStatusOf(row, now);
  if (status === 'credited') throw new Refusal('code_confirmed');
  if (status === 'unclaimed' && row.rate_basis_points > 0) throw new Refusal('code_expired');
  if (status === 'reversed') throw new Refusal('already_reversed');
  const token = tokens.tokenWithHash(row.token_hash, 'CASHBACK', merchantId, row.id);
  return {
    transactionId: row.id,
    link: `${canonicalOrigin(env.publicOrigin, row)}/customer/cashback/${token}`,
    phone: row.phone,
    amountCents: row.amount_cents - row.reversed_amount_cents,
    cashbackCents: row.cashback_cents - row.reversed_cashback_cents,
    rateBasisPoints: row.rate_basis_points,
    expiresAt: row.token_expires_at.toISOString(),
  };
}
