import { REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { findRuleRefusal } from 'domain/redemption-rules';
import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import { type QrTokens, sha256 } from '../lib/tokens.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  findRedeemingCustomer,
  findRedeemingCustomerId,
  getRedeemingMerchant,
  getTokenHash,
  insertRedemption,
  type RedeemingCustomerRow,
  type RedeemingMerchantRow,
} from './redemptions.sql.ts';
import { refuseHeld } from './refuse-held.ts';

interface CreateRedemptionDependencies {
  tenancy: Tenancy;
  tokens: QrTokens;
  env: { publicOrigin: string };
}

export interface CreatedRedemption {
  redemptionId: string;
  /** The content of the QR code: the address of the customer's confirmation page. */
  link: string;
  phone: string;
  amountCents: number;
  /** ISO 8601; until when the code may be confirmed. */
  expiresAt: string;
}

/**
 * The customer who redeems: by id when the counter has looked them up; a program may know the phone alone.
 */
type Redeemer = { customerId: string } | { phone: string };

export type NewRedemption = Redeemer & {
  operationId: string;
  amountCents: number;
  /** Amount of the purchase that the cashback pays for, where the merchant's rules ask for it. */
  purchaseAmountCents?: number | undefined;
};

/**
 * Prepares a redemption. Nothing is reserved: the balance is checked again, and debited, when the customer
 * confirms; the merchant's rules are judged here only. Throws Refusal 'customer_not_found', 'own_phone',
 * 'no_balance', 'amount_above_balance', one of the rules' refusals, 'redemptions_held', 'operation_conflict',
 * 'operation_in_flight'.
 */
export async function createRedemption(
  { tenancy, tokens, env }: CreateRedemptionDependencies,
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  input: NewRedemption,
): Promise<CreatedRedemption> {
  let token: string | undefined;
  const stored = await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(
      tx,
      { requestId: input.operationId, procedure: 'redemptions.create', request: input },
      async () => {
        const now = tx.now;
        const customer = await findRedeemer(tx, staff.employeeId, input, now);
        if (!customer) throw new Refusal('customer_not_found');
        if (customer.is_own_phone) throw new Refusal('own_phone');
        const merchant = await getRedeemingMerchant(tx);
        refuseUnlessAllowed(customer, merchant, input);
        const redemptionId = newId(now.getTime());
        const expiresAt = new Date(now.getTime() + REDEMPTION_TOKEN_TTL_SECONDS * 1_000);
        token = tokens.tokenFor('REDEMPTION', tx.merchantId, redemptionId);
        await insertRedemption(tx, {
          id: redemptionId,
          customerId: customer.id,
          employeeId: staff.employeeId,
          amountCents: input.amountCents,
          purchaseAmountCents: input.purchaseAmountCents ?? null,
          tokenHash: sha256(token),
          tokenExpiresAt: expiresAt,
          createdAt: now,
        }).catch(refuseHeld);
        await recordAudit(tx, {
          action: 'redemption.create',
          entity: 'redemption',
          entityId: redemptionId,
          actor: staff,
          request,
          details: { amountCents: input.amountCents },
        });
        const origin = canonicalOrigin(env.publicOrigin, merchant);
        return { redemptionId, origin, phone: customer.phone, expiresAt: expiresAt.toISOString() };
      },
    ),
  );
  const { origin, ...redemption } = stored;
  // A repeat: the secret may be another one by now.
  token ??= await tenancy.withTenant(staff.merchantId, async (tx) => {
    const hash = await getTokenHash(tx, redemption.redemptionId);
    return tokens.tokenWithHash(hash, 'REDEMPTION', tx.merchantId, redemption.redemptionId);
  });
  return { ...redemption, link: `${origin}/customer/redemption/${token}`, amountCents: input.amountCents };
}

async function findRedeemer(
  tx: TenantTransaction,
  employeeId: string,
  redeemer: Redeemer,
  now: Date,
): Promise<RedeemingCustomerRow | undefined> {
  const customerId =
    'phone' in redeemer ? await findRedeemingCustomerId(tx, redeemer.phone) : redeemer.customerId;
  if (customerId === undefined) return undefined;
  return await findRedeemingCustomer(tx, { customerId, employeeId }, now);
}

function refuseUnlessAllowed(
  customer: RedeemingCustomerRow,
  merchant: RedeemingMerchantRow,
  { amountCents, purchaseAmountCents }: NewRedemption,
): void {
  if (customer.available_cents <= 0) throw new Refusal('no_balance');
  const refused = findRuleRefusal(
    {
      maxShareBasisPoints: merchant.redemption_max_share_basis_points,
      minPurchaseCents: merchant.redemption_min_purchase_cents,
      minBalanceCents: merchant.redemption_min_balance_cents,
    },
    { availableCents: customer.available_cents, amountCents, purchaseCents: purchaseAmountCents },
  );
  if (refused) throw new Refusal(refused.code, { values: refused.values });
  if (customer.available_cents < amountCents) throw new Refusal('amount_above_balance');
}
