import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { findCustomerByPhone } from './customers.sql.ts';

export interface FoundCustomer {
  id: string;
  phone: string;
  name: string | null;
  availableCents: number;
  /** Credited but not yet to be spent. */
  maturingCents: number;
  totalCashbackCents: number;
}

/** The counter's look-up, among the merchant's own customers. Throws Refusal 'customer_not_found'. */
export async function findCustomer(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  merchantId: string,
  phone: string,
): Promise<FoundCustomer> {
  const row = await tenancy.withTenant(merchantId, (tx) => findCustomerByPhone(tx, phone, clock.now()));
  if (!row) throw new Refusal('customer_not_found');
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    availableCents: row.available_cents,
    maturingCents: row.cashback_balance_cents - row.available_cents,
    totalCashbackCents: row.total_cashback_cents,
  };
}
