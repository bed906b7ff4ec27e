import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import type { QrTokens } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import type { CreatedRedemption } from './create-redemption.ts';
import { redemptionStatusOf } from './list-redemptions.ts';
import { findRedemptionCode } from './redemption-history.sql.ts';

interface ShowCodeDependencies {
  tenancy: Tenancy;
  tokens: QrTokens;
  env: { publicOrigin: string };
}

export interface ShownRedemptionCode extends CreatedRedemption {
  customerName: string | null;
  /** By the database's clock, so that the counter's may be wrong. */
  secondsLeft: number;
}

/**
 * Shows the code of a redemption that waits for its customer once more; it is valid as long as before.
 * Throws Refusal 'operation_not_found', 'code_confirmed', 'code_expired', 'redemption_canceled' or
 * 'already_reversed'.
 */
export async function showRedemptionCode(
  { tenancy, tokens, env }: ShowCodeDependencies,
  merchantId: string,
  id: string,
): Promise<ShownRedemptionCode> {
  const { row, now } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await findRedemptionCode(tx, id),
    now: tx.now,
  }));
  if (!row) throw new Refusal('operation_not_found');
  const status = redemptionStatusOf(row, now);
  if (status === 'completed') throw new Refusal('code_confirmed');
  if (status === 'reversed') throw new Refusal('already_reversed');
  if (row.canceled_at) throw new Refusal('redemption_canceled');
  if (status === 'unclaimed') throw new Refusal('code_expired');
  const token = tokens.tokenWithHash(row.token_hash, 'REDEMPTION', merchantId, row.id);
  return {
    redemptionId: row.id,
    link: `${canonicalOrigin(env.publicOrigin, row)}/customer/redemption/${token}`,
    phone: row.phone,
    customerName: row.customer_name,
    amountCents: row.amount_cents,
    expiresAt: row.token_expires_at.toISOString(),
    needsProof: row.needs_proof,
    secondsLeft: Math.ceil((row.token_expires_at.getTime() - now.getTime()) / 1_000),
  };
}
