import { REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import type { AuditRow } from '../audit/audit-row.ts';
import type { MerchantAddress } from '../domains/canonical-address.ts';
import { byteaText, requestParameters } from '../ledger/shared-requests.ts';
import type { Tenancy } from '../tenant.ts';

/** By what a redemption is allowed: the customer's balance and the merchant's rules. */
export interface RedemptionFacts extends MerchantAddress {
  /** Null of a customer who was erased. */
  phone: string | null;
  available_cents: number;
  redemption_max_share_basis_points: number | null;
  redemption_min_purchase_cents: number | null;
  redemption_min_balance_cents: number | null;
  needs_proof: boolean;
}

/** What is stored of a redemption that the facts allow. */
export interface AllowedRedemption {
  redemptionId: string;
  tokenHash: Buffer;
  /** Stored for repeats of the request, with the time at which the code expires. */
  answer: object;
  audit: AuditRow;
}

/** One redemption on its way to the database. The customer is known by id or by phone. */
export interface RedemptionRequest {
  merchantId: string;
  employeeId: string;
  requestId: string;
  requestHash: Buffer;
  customerId: string | undefined;
  phone: string | undefined;
  amountCents: number;
  purchaseAmountCents: number | undefined;
  /** It is not made if it is above the merchant's value and not approved. */
  needsApproval: boolean;
  /** The text of the facts that allowed it; undefined as long as they are not known. */
  facts: string | undefined;
  allowed: AllowedRedemption | undefined;
}

export interface NewRedemptionRow {
  ordinal: number;
  outcome:
    | 'created'
    | 'repeated'
    | 'conflict'
    | 'in_flight'
    | 'unknown'
    | 'own_phone'
    | 'judge'
    | 'approval_needed'
    | 'again';
  /** The answer of a redemption that is made, now or by an earlier call of the request. */
  answer: unknown;
  /** The facts as they are, as JSON, where they are to be judged. */
  facts: string | null;
}

const toJson = ({ allowed, ...request }: RedemptionRequest): object => ({
  request_hash: byteaText(request.requestHash),
  employee_id: request.employeeId,
  customer_id: request.customerId,
  phone: request.phone,
  amount_cents: request.amountCents,
  purchase_amount_cents: request.purchaseAmountCents,
  needs_approval: request.needsApproval,
  facts: request.facts,
  redemption_id: allowed?.redemptionId,
  token_hash: byteaText(allowed?.tokenHash),
  answer: allowed?.answer,
  audit: allowed?.audit,
});

/**
 * Makes the redemptions in one statement; a row for each, in no particular order. With `waits`, for one
 * alone, it waits where the customer's row is locked.
 */
export async function createRedemptionsTogether(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  requests: readonly RedemptionRequest[],
  { waits }: { waits: boolean },
): Promise<NewRedemptionRow[]> {
  return await tenancy.withoutTenant<NewRedemptionRow>(
    { name: 'create_redemption', text: 'SELECT * FROM create_redemption($1, $2, $3, $4)' },
    [...requestParameters(requests, toJson), REDEMPTION_TOKEN_TTL_SECONDS, waits],
  );
}
