import { REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../auth/lucia.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import { runOnce } from '../ledger/run-once.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/id.ts';
import { type QrTokens, sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { findRedeemingCustomer, getMerchantAddress, insertRedemption } from './redemptions.sql.ts';

interface CreateRedemptionDependencies {
  tenancy: Tenancy;
  tokens: QrTokens;
  clock: Clock;
  env: { publicOrigin: string };
}

export interface CreatedRedemption {
  redemptionId: string;
  /** What the QR code holds: the customer's confirmation page. */
  link: string;
  phone: string;
  amountCents: number;
  /** ISO 8601; until when the code may be scanned. */
  expiresAt: string;
}

/**
 * Prepares a redemption. Nothing is reserved: the balance is checked again, and debited, when the customer scans.
 * Throws Refusal 'customer_not_found', 'no_balance', 'amount_above_balance', 'operation_conflict', 'operation_in_flight'.
 */
export async function createRedemption(
  { tenancy, tokens, clock, env }: CreateRedemptionDependencies,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; customerId: string; amountCents: number },
): Promise<CreatedRedemption> {
  const stored = await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(
      tx,
      { operationId: input.operationId, procedure: 'redemptions.create', request: input },
      async () => {
        const now = clock.now();
        const customer = await findRedeemingCustomer(tx, input.customerId, now);
        if (!customer) throw new Refusal('customer_not_found');
        if (customer.available_cents <= 0) throw new Refusal('no_balance');
        if (customer.available_cents < input.amountCents) throw new Refusal('amount_above_balance');
        const redemptionId = newId(now.getTime());
        const expiresAt = new Date(now.getTime() + REDEMPTION_TOKEN_TTL_SECONDS * 1_000);
        await insertRedemption(tx, {
          id: redemptionId,
          customerId: customer.id,
          employeeId: staff.employeeId,
          amountCents: input.amountCents,
          tokenHash: sha256(tokens.tokenFor('REDEMPTION', tx.merchantId, redemptionId)),
          tokenExpiresAt: expiresAt,
          createdAt: now,
        });
        await recordAudit(tx, {
          action: 'redemption.create',
          entity: 'redemption',
          entityId: redemptionId,
          actor: staff,
          request,
          details: { amountCents: input.amountCents },
        });
        const origin = canonicalOrigin(env.publicOrigin, await getMerchantAddress(tx));
        return { redemptionId, origin, phone: customer.phone, expiresAt: expiresAt.toISOString() };
      },
    ),
  );
  const { origin, ...redemption } = stored;
  const token = tokens.tokenFor('REDEMPTION', staff.merchantId, redemption.redemptionId);
  return { ...redemption, link: `${origin}/customer/redemption/${token}`, amountCents: input.amountCents };
}
