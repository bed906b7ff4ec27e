import { findRuleRefusal } from 'domain/redemption-rules';
import type { ActingEmployee } from '../acting-employee.ts';
import { needsApproval } from '../approvals/needs-approval.ts';
import { toAuditRow } from '../audit/audit-row.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { type QrTokens, sha256 } from '../lib/tokens.ts';
import { findRecordedPhone } from '../proof/customer-proofs.ts';
import type { Tenancy } from '../tenant.ts';
import type { NewRedemptionRow, RedemptionFacts } from './new-redemptions.sql.ts';
import type { NewRedemptions } from './new-redemptions.ts';
import { getTokenHash } from './redemptions.sql.ts';
import { refuseHeld } from './refuse-held.ts';

interface CreateRedemptionDependencies {
  tenancy: Tenancy;
  newRedemptions: NewRedemptions;
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
  /** The customer has to prove who they are before the code confirms. */
  needsProof: boolean;
}

/**
 * The customer who redeems: by id when the counter has looked them up; a program may know the phone alone,
 * with its ninth digit or without.
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
 * 'no_balance', 'amount_above_balance', one of the rules' refusals, 'approval_needed', 'redemptions_held',
 * 'customer_held', 'operation_conflict', 'operation_in_flight'.
 */
export async function createRedemption(
  { tenancy, newRedemptions, tokens, env }: CreateRedemptionDependencies,
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  input: NewRedemption,
): Promise<CreatedRedemption> {
  const { merchantId, employeeId } = staff;
  const { operationId, amountCents, purchaseAmountCents } = input;
  const redemptionId = newId();
  const token = tokens.tokenFor('REDEMPTION', merchantId, redemptionId);
  const phone =
    'phone' in input
      ? await tenancy.withTenant(merchantId, (tx) => findRecordedPhone(tx, input.phone))
      : undefined;
  const made = await newRedemptions
    .create({
      merchantId,
      employeeId,
      requestId: operationId,
      requestHash: sha256(JSON.stringify(input)),
      customerId: 'customerId' in input ? input.customerId : undefined,
      phone,
      amountCents,
      purchaseAmountCents,
      needsApproval: needsApproval(staff, 'redemption'),
      judge(facts) {
        if (facts.phone === null) throw new Refusal('customer_not_found');
        refuseUnlessAllowed(facts, input);
        return {
          redemptionId,
          tokenHash: sha256(token),
          answer: {
            redemptionId,
            origin: canonicalOrigin(env.publicOrigin, facts),
            phone: facts.phone,
            needsProof: facts.needs_proof,
          },
          audit: toAuditRow({
            action: 'redemption.create',
            entity: 'redemption',
            entityId: redemptionId,
            actor: staff,
            request,
            details: { amountCents },
          }),
        };
      },
    })
    .catch(refuseHeld);
  const { origin, ...redemption } = storedAnswerOf(made);
  const shown = made.outcome === 'created' ? token : await storedToken();
  // An answer that was stored by the release before says nothing of a proof.
  const needsProof = redemption.needsProof ?? false;
  return { ...redemption, needsProof, link: `${origin}/customer/redemption/${shown}`, amountCents };

  /** The token of a repeat: the secret may be another one by now. */
  async function storedToken(): Promise<string> {
    return await tenancy.withTenant(merchantId, async (tx) => {
      const hash = await getTokenHash(tx, redemption.redemptionId);
      return tokens.tokenWithHash(hash, 'REDEMPTION', merchantId, redemption.redemptionId);
    });
  }
}

/** The answer's lasting part, as it is stored for repeats. Throws the refusal of what was refused. */
function storedAnswerOf(
  row: NewRedemptionRow,
): Omit<CreatedRedemption, 'link' | 'amountCents'> & { origin: string } {
  switch (row.outcome) {
    case 'created':
    case 'repeated':
      return row.answer as ReturnType<typeof storedAnswerOf>;
    case 'unknown':
      throw new Refusal('customer_not_found');
    case 'own_phone':
      throw new Refusal('own_phone');
    case 'approval_needed':
      throw new Refusal('approval_needed');
    case 'conflict':
      throw new Refusal('operation_conflict');
    case 'in_flight':
      throw new Refusal('operation_in_flight');
    default:
      throw new Error(`a redemption ended as '${row.outcome}'`);
  }
}

function refuseUnlessAllowed(
  facts: RedemptionFacts,
  { amountCents, purchaseAmountCents }: NewRedemption,
): void {
  if (facts.available_cents <= 0) throw new Refusal('no_balance');
  const refused = findRuleRefusal(
    {
      maxShareBasisPoints: facts.redemption_max_share_basis_points,
      minPurchaseCents: facts.redemption_min_purchase_cents,
      minBalanceCents: facts.redemption_min_balance_cents,
    },
    { availableCents: facts.available_cents, amountCents, purchaseCents: purchaseAmountCents },
  );
  if (refused) throw new Refusal(refused.code, { values: refused.values });
  if (facts.available_cents < amountCents) throw new Refusal('amount_above_balance');
}
