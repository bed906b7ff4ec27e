import type { Consents } from 'domain/consents';
import type { RedemptionRules } from 'domain/redemption-rules';
import { Refusal } from '../errors.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { hasCustomer } from './customer-record.sql.ts';
import { findCustomerByPhone, listExpiringLots, listMaturingLots } from './customers.sql.ts';

/** Most credits listed; customers ask about the next few dates. */
const MAX_MATURING = 5;
const MAX_EXPIRING = 3;

export interface FoundCustomer {
  id: string;
  phone: string;
  name: string | null;
  availableCents: number;
  /** Credited but not spendable yet. */
  maturingCents: number;
  /** The next credits to mature, soonest first; `availableAt` is ISO 8601. */
  maturing: { amountCents: number; availableAt: string }[];
  /**
   * Spendable credits that will expire, soonest first; `expiresAt` (ISO 8601) is the first moment they no
   * longer count.
   */
  expiring: { amountCents: number; expiresAt: string }[];
  totalCashbackCents: number;
  /** ISO 8601; null while they have bought nothing. */
  lastPurchaseAt: string | null;
  /** The merchant's redemption rules, so that the counter can show them before an attempt. */
  redemptionRules: RedemptionRules;
  consents: Consents;
}

/** The counter's look-up, among the merchant's own customers. Throws Refusal 'customer_not_found'. */
export async function findCustomer(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  phone: string,
): Promise<FoundCustomer> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { now } = tx;
    const row = await findCustomerByPhone(tx, phone, now);
    if (!row) throw new Refusal('customer_not_found');
    const maturingCents = row.cashback_balance_cents - row.available_cents;
    const lots = maturingCents > 0 ? await listMaturingLots(tx, row.id, now, MAX_MATURING) : [];
    const expiring = row.available_cents > 0 ? await listExpiringLots(tx, row.id, now, MAX_EXPIRING) : [];
    return {
      id: row.id,
      phone: row.phone,
      name: row.name,
      availableCents: row.available_cents,
      maturingCents,
      maturing: lots.map((lot) => ({
        amountCents: lot.remaining_cents,
        availableAt: lot.available_at.toISOString(),
      })),
      expiring: expiring.map((lot) => ({
        amountCents: lot.remaining_cents,
        expiresAt: lot.expires_at.toISOString(),
      })),
      totalCashbackCents: row.total_cashback_cents,
      lastPurchaseAt: row.last_purchase_at?.toISOString() ?? null,
      redemptionRules: {
        maxShareBasisPoints: row.redemption_max_share_basis_points,
        minPurchaseCents: row.redemption_min_purchase_cents,
        minBalanceCents: row.redemption_min_balance_cents,
      },
      consents: row.consents,
    };
  });
}

/**
 * A list of a customer's movements is refused where there is no such customer: empty would say that there is
 * one.
 */
export async function assertCustomer(tx: TenantTransaction, customerId: string): Promise<void> {
  if (!(await hasCustomer(tx, customerId))) throw new Refusal('customer_not_found');
}
