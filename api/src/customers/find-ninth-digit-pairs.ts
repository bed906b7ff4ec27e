import { spellingsOf } from 'domain/doubt-phone';
import type { Tenancy } from '../tenant.ts';
import { getListingMerchant } from './customer-list.sql.ts';
import { listCustomersByPhones, listDoubledPhones, type PairedCustomerRow } from './ninth-digit-pairs.sql.ts';

/** Most pairs counted, and most shown. */
const MAX_COUNTED = 100;
const MAX_SHOWN = 10;

/** Amounts in centavos, times ISO 8601. */
interface PairedCustomer {
  id: string;
  phone: string;
  name: string | null;
  availableCents: number;
  maturingCents: number;
  totalCashbackCents: number;
  lastPurchaseAt: string | null;
}

export interface NinthDigitPairs {
  /** At most 100, which stands for more too. */
  count: number;
  /** The first ones, as a merge takes them: the number with its 9 stays. */
  pairs: { target: PairedCustomer; source: PairedCustomer }[];
  timeZone: string;
}

/** Customers with two records: one with the ninth digit of their mobile number, and one without. */
export async function findNinthDigitPairs(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<NinthDigitPairs> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { time_zone: timeZone } = await getListingMerchant(tx);
    const doubled = await listDoubledPhones(tx, MAX_COUNTED);
    const listed = doubled.slice(0, MAX_SHOWN);
    const rows = await listCustomersByPhones(tx, listed.flatMap(spellingsOf), tx.now);
    const byPhone = new Map(rows.map((row) => [row.phone, present(row)]));
    const pairs = listed.flatMap((phone) => {
      const [source, target] = spellingsOf(phone).map((spelling) => byPhone.get(spelling));
      return source && target ? [{ target, source }] : [];
    });
    return { count: doubled.length, pairs, timeZone };
  });
}

function present(row: PairedCustomerRow): PairedCustomer {
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    availableCents: row.available_cents,
    maturingCents: row.cashback_balance_cents - row.available_cents,
    totalCashbackCents: row.total_cashback_cents,
    lastPurchaseAt: row.last_purchase_at?.toISOString() ?? null,
  };
}
