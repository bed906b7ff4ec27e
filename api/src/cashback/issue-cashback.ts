import { cashbackCents, earningRate } from 'domain/money';
import type { ActingEmployee } from '../acting-employee.ts';
import { needsApproval } from '../approvals/needs-approval.ts';
import { toAuditRow } from '../audit/audit-row.ts';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { type QrTokens, sha256 } from '../lib/tokens.ts';
import type { RollupApplier } from '../rollups/rollup-applier.ts';
import type { Tenancy } from '../tenant.ts';
import { getTokenHash } from './cashback.sql.ts';
import type { NewPurchaseRow } from './new-purchases.sql.ts';
import type { NewPurchases } from './new-purchases.ts';
import { doubtOf } from './purchase-doubts.ts';

interface IssueDependencies {
  tenancy: Tenancy;
  newPurchases: NewPurchases;
  rollups: Pick<RollupApplier, 'wake'>;
  tokens: QrTokens;
  env: { publicOrigin: string };
}

export interface IssuedCashback {
  transactionId: string;
  /**
   * The content of the QR code: the address of the customer's confirmation page. Of no use where the rate is
   * 0: there is nothing to confirm, and no code to show.
   */
  link: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  /** 0: the purchase is below the merchant's least purchase that earns cashback. */
  rateBasisPoints: number;
  /** ISO 8601; until when the code may be confirmed. */
  expiresAt: string;
}

/**
 * Records the purchase: it counts from now on. The customer is credited when the code is confirmed, not here.
 * Throws Refusal 'own_phone', 'approval_needed', 'operation_conflict' or 'operation_in_flight'; with
 * `isChecked` false also 'purchase_repeated' or 'purchase_unusual'. After these three the same request id
 * can be used again.
 */
export async function issueCashback(
  { tenancy, newPurchases, rollups, tokens, env }: IssueDependencies,
  staff: ActingEmployee,
  caller: { ip: string; userAgent?: string | undefined },
  input: {
    operationId: string;
    phone: string;
    amountCents: number;
    name?: string | undefined;
    isChecked?: boolean | undefined;
  },
): Promise<IssuedCashback> {
  const { operationId, phone, amountCents } = input;
  const { merchantId, employeeId } = staff;
  // Neither the name nor the answer makes it another purchase: a retry may come without them.
  const request = { operationId, phone, amountCents };
  // The order of ids made together, no more: the database's clock says when the purchase was made.
  const transactionId = newId();
  const token = tokens.tokenFor('CASHBACK', merchantId, transactionId);
  const sold = await newPurchases.record({
    merchantId,
    employeeId,
    requestId: operationId,
    requestHash: sha256(JSON.stringify(request)),
    phone,
    name: input.name,
    amountCents,
    newCustomerId: newId(),
    isDoubted: input.isChecked === false,
    needsApproval: needsApproval(staff, 'purchase'),
    compute(terms) {
      const rateBasisPoints = earningRate(amountCents, {
        rateBasisPoints: terms.rate_basis_points,
        earningMinPurchaseCents: terms.earning_min_purchase_cents,
      });
      const credit = cashbackCents(amountCents, rateBasisPoints);
      const origin = canonicalOrigin(env.publicOrigin, terms);
      return {
        purchaseId: transactionId,
        cashbackCents: credit,
        rateBasisPoints,
        tokenHash: sha256(token),
        answer: { transactionId, origin, cashbackCents: credit, rateBasisPoints },
        audit: toAuditRow({
          action: 'cashback.issue',
          entity: 'transaction',
          entityId: transactionId,
          actor: staff,
          request: caller,
          details: { amountCents, cashbackCents: credit },
        }),
      };
    },
  });
  const { origin, ...purchase } = storedAnswerOf(sold, amountCents);
  // A speed-up only: a trigger has recorded the purchase for the rollups.
  rollups.wake(merchantId);
  return {
    ...purchase,
    link: `${origin}/customer/cashback/${sold.outcome === 'issued' ? token : await storedToken()}`,
    phone,
    amountCents,
  };

  /** The token of a repeat: the secret may be another one by now. */
  async function storedToken(): Promise<string> {
    return await tenancy.withTenant(merchantId, async (tx) => {
      const hash = await getTokenHash(tx, purchase.transactionId);
      return tokens.tokenWithHash(hash, 'CASHBACK', merchantId, purchase.transactionId);
    });
  }
}

/** The answer's lasting part, as it is stored for repeats. Throws the refusal if there is one. */
function storedAnswerOf(
  row: NewPurchaseRow,
  amountCents: number,
): Omit<IssuedCashback, 'link' | 'phone' | 'amountCents'> & { origin: string } {
  switch (row.outcome) {
    case 'issued':
    case 'repeated':
      return row.answer as ReturnType<typeof storedAnswerOf>;
    case 'own_phone':
      throw new Refusal('own_phone');
    case 'approval_needed':
      throw new Refusal('approval_needed');
    case 'conflict':
      throw new Refusal('operation_conflict');
    case 'in_flight':
      throw new Refusal('operation_in_flight');
    case 'doubted':
      throw doubtOf(row, amountCents, row.answered_at);
    default:
      throw new Error(`a purchase ended as '${row.outcome}'`);
  }
}
