import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { cashbackCents, earningRate } from 'domain/money';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';

export interface IssuedTrial {
  id: string;
  /** The content of the QR code: the address of the trial's confirmation page. */
  link: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
}

/**
 * Makes a trial purchase, in place of the employee's last one. It looks like a purchase and is none: no
 * customer, ledger row, delivery or report knows it, so the own phone is allowed.
 */
export async function issueTrial(
  { env, tenancy, tokens }: Pick<App, 'env' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { phone: string; amountCents: number },
): Promise<IssuedTrial> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const { merchantId, now } = tx;
    const { employeeId } = staff;
    const merchant = await tx.prisma(({ merchant }) =>
      merchant.findUniqueOrThrow({ where: { id: merchantId } }),
    );
    const rateBasisPoints = earningRate(input.amountCents, {
      rateBasisPoints: merchant.rateBasisPoints,
      earningMinPurchaseCents: Number(merchant.earningMinPurchaseCents),
    });
    const id = newId(now.getTime());
    const token = tokens.tokenFor('TRIAL', merchantId, id);
    const trial = {
      id,
      phone: input.phone,
      amountCents: input.amountCents,
      cashbackCents: cashbackCents(input.amountCents, rateBasisPoints),
      rateBasisPoints,
      tokenHash: new Uint8Array(sha256(token)),
      tokenExpiresAt: new Date(now.getTime() + CASHBACK_TOKEN_TTL_SECONDS * 1_000),
      confirmedAt: null,
      createdAt: now,
    };
    const key = { merchantId, employeeId };
    await tx.prisma(({ trialPurchase }) =>
      trialPurchase.upsert({
        where: { merchantId_employeeId: key },
        create: { ...key, ...trial },
        update: trial,
      }),
    );
    await recordAudit(tx, {
      action: 'trial.issue',
      entity: 'trial',
      entityId: id,
      actor: staff,
      request,
      details: { amountCents: input.amountCents },
    });
    const origin = canonicalOrigin(env.publicOrigin, {
      signup_link_slug: merchant.signupLinkSlug,
      custom_domain: merchant.customDomain,
      custom_domain_status: merchant.customDomainStatus,
      has_tags: merchant.gtmId !== null || merchant.metaPixelId !== null,
    });
    const { phone, amountCents, cashbackCents: credit } = trial;
    return {
      id,
      link: `${origin}/customer/trial/${token}`,
      phone,
      amountCents,
      cashbackCents: credit,
      rateBasisPoints,
    };
  });
}
