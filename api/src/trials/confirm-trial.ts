import { RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import { markSetup } from '../setup/mark-setup.ts';
import type { Tenancy } from '../tenant.ts';
import { findTrialMerchant } from './trials.sql.ts';

export interface TrialConfirmation {
  merchantName: string;
  merchantSlug: string;
  logoUrl: string | null;
  brandColor: string | null;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
}

const TOKEN_SHAPE = /^TRIAL_[\w-]{27}$/;

/**
 * Confirms a trial purchase, which credits nothing. Opened again, it shows the same for a day. Throws Refusal
 * 'invalid_token' for a token that is unknown, replaced, expired or another host's.
 */
export async function confirmTrial(
  { tenancy }: { tenancy: Tenancy },
  { token, hostMerchantId }: { token: string; hostMerchantId: string | undefined },
): Promise<TrialConfirmation> {
  if (!TOKEN_SHAPE.test(token)) throw new Refusal('invalid_token');
  const tokenHash = sha256(token);
  const merchantId = await findTrialMerchant(tenancy, tokenHash);
  if (merchantId === undefined || merchantId !== (hostMerchantId ?? merchantId))
    throw new Refusal('invalid_token');
  return await tenancy.withTenant(merchantId, async (tx) => {
    const where = { merchantId, tokenHash: new Uint8Array(tokenHash) };
    const trial = await tx.prisma(({ trialPurchase }) =>
      trialPurchase.findFirst({ where, include: { merchant: true } }),
    );
    if (!trial || endOf(trial) <= tx.now) throw new Refusal('invalid_token');
    if (!trial.confirmedAt) {
      await tx.prisma(({ trialPurchase }) =>
        trialPurchase.updateMany({ where, data: { confirmedAt: tx.now } }),
      );
      await markSetup(tx, 'trial');
    }
    return {
      merchantName: trial.merchant.name,
      merchantSlug: trial.merchant.signupLinkSlug,
      logoUrl: pageLogoUrl(trial.merchant.logoUrl),
      brandColor: trial.merchant.brandColor,
      phone: trial.phone,
      amountCents: Number(trial.amountCents),
      cashbackCents: Number(trial.cashbackCents),
      rateBasisPoints: trial.rateBasisPoints,
    };
  });
}

/** When the link stops showing anything. */
function endOf({ confirmedAt, tokenExpiresAt }: { confirmedAt: Date | null; tokenExpiresAt: Date }): Date {
  return confirmedAt ? new Date(confirmedAt.getTime() + RECEIPT_TTL_SECONDS * 1_000) : tokenExpiresAt;
}
