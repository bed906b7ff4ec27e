import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import type { AuditRow } from '../audit/audit-row.ts';
import type { MerchantAddress } from '../domains/canonical-address.ts';
import { byteaText, requestParameters } from '../ledger/shared-requests.ts';
import type { Tenancy } from '../tenant.ts';

/** The merchant's settings that a purchase is computed by. */
export interface PurchaseTerms extends MerchantAddress {
  rate_basis_points: number;
  earning_min_purchase_cents: number;
}

/** What the merchant's terms make of a purchase. */
export interface ComputedPurchase {
  purchaseId: string;
  cashbackCents: number;
  rateBasisPoints: number;
  tokenHash: Buffer;
  /** Stored for repeats of the request, with the time at which the code expires. */
  answer: object;
  audit: AuditRow;
}

/** One purchase on its way to the database. */
export interface PurchaseRequest {
  merchantId: string;
  employeeId: string;
  requestId: string;
  requestHash: Buffer;
  phone: string;
  name: string | undefined;
  amountCents: number;
  /** The id that the customer gets if the phone is new. */
  newCustomerId: string;
  /** The purchase is not recorded if it raises a question. */
  isDoubted: boolean;
  /** The purchase is not recorded if it is above the merchant's value and not approved. */
  needsApproval: boolean;
  /** The text of the terms that `computed` was made by; undefined as long as they are not known. */
  terms: string | undefined;
  computed: ComputedPurchase | undefined;
}

/** Why a purchase is 'doubted'. Both are null where it is high and no usual purchase is known. */
export interface PurchaseDoubts {
  /** The customer bought for the same amount within two minutes, and keeps all of it; when. */
  same_at: Date | null;
  /** The merchant's usual purchase, if it is known. */
  usual_cents: number | null;
}

export interface NewPurchaseRow extends PurchaseDoubts {
  ordinal: number;
  outcome:
    | 'issued'
    | 'repeated'
    | 'conflict'
    | 'in_flight'
    | 'own_phone'
    | 'doubted'
    | 'approval_needed'
    | 'terms'
    | 'again';
  /** The answer of a purchase that is recorded, now or by an earlier call of the request. */
  answer: unknown;
  /** The merchant's terms as they are, as JSON. */
  terms: string | null;
  answered_at: Date;
}

const toJson = ({ computed, ...item }: PurchaseRequest): object => ({
  request_hash: byteaText(item.requestHash),
  employee_id: item.employeeId,
  phone: item.phone,
  name: item.name,
  amount_cents: item.amountCents,
  new_customer_id: item.newCustomerId,
  is_doubted: item.isDoubted,
  // An older release does not send it, and would fail where a question names no usual purchase.
  asks_above: true,
  needs_approval: item.needsApproval,
  terms: item.terms,
  cashback_cents: computed?.cashbackCents,
  rate_basis_points: computed?.rateBasisPoints,
  purchase_id: computed?.purchaseId,
  token_hash: byteaText(computed?.tokenHash),
  answer: computed?.answer,
  audit: computed?.audit,
});

/**
 * Records the purchases in one statement; a row for each, in no particular order. With `waits`, for one
 * alone, it waits where the customer's row is locked.
 */
export async function issueCashbackTogether(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  items: readonly PurchaseRequest[],
  { waits }: { waits: boolean },
): Promise<NewPurchaseRow[]> {
  return await tenancy.withoutTenant<NewPurchaseRow>(
    { name: 'issue_cashback', text: 'SELECT * FROM issue_cashback($1, $2, $3, $4)' },
    [...requestParameters(items, toJson), CASHBACK_TOKEN_TTL_SECONDS, waits],
  );
}
