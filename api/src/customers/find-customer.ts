import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { findCustomerByPhone, listMaturingLots } from './customers.sql.ts';

/** How many credits to come are listed; the next few dates are what a customer asks about. */
const MAX_MATURING = 5;

export interface FoundCustomer {
  id: string;
  phone: string;
  name: string | null;
  availableCents: number;
  /** Credited but not yet to be spent. */
  maturingCents: number;
  /** When the next of it can be spent, soonest first; `availableAt` is ISO 8601. */
  maturing: { amountCents: number; availableAt: string }[];
  totalCashbackCents: number;
}

/** The counter's look-up, among the merchant's own customers. Throws Refusal 'customer_not_found'. */
export async function findCustomer(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  merchantId: string,
  phone: string,
): Promise<FoundCustomer> {
  const now = clock.now();
  return await tenancy.withTenant(merchantId, async (tx) => {
    const row = await findCustomerByPhone(tx, phone, now);
    if (!row) throw new Refusal('customer_not_found');
    const maturingCents = row.cashback_balance_cents - row.available_cents;
    const lots = maturingCents > 0 ? await listMaturingLots(tx, row.id, now, MAX_MATURING) : [];
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
      totalCashbackCents: row.total_cashback_cents,
    };
  });
}
