import { eraseCustomer } from '../customers/erase-customer.ts';
import { sweepErasures } from '../customers/sweep-erasures.ts';
import { DELIVERY_RULES } from '../deliveries/delivery-rules.ts';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { overMerchants } from './verify-database.ts';

/** One erasure of the list that is kept beside the backups. */
interface ListedErasure {
  merchantId: string;
  customerIds: string[];
}

/**
 * Erases every listed customer of a restored database again, texts included; webhooks and providers are told
 * once more. Records that the backup does not have yet are passed over. Safe to repeat.
 * @returns how many records are erased now
 */
export function applyErasures(databaseUrl: string, listed: readonly ListedErasure[]): Promise<number> {
  return overMerchants(databaseUrl, undefined, async (tenancy) => {
    let erased = 0;
    for (const { merchantId, customerIds } of listed)
      for (const customerId of customerIds)
        if (await eraseAgain(tenancy, merchantId, customerId)) erased += 1;
    // Nothing is under way in a restored database.
    const deliveryRules = { ...DELIVERY_RULES, eraseDelayMs: 0 };
    for (const merchantId of new Set(listed.map((each) => each.merchantId)))
      await sweepErasures({ tenancy, deliveryRules }, { merchantId }, { isUrgent: true });
    return erased;
  });
}

async function eraseAgain(tenancy: Tenancy, merchantId: string, customerId: string): Promise<boolean> {
  const app = { tenancy, deliveryRules: DELIVERY_RULES };
  const erasure = { merchantId, customerId, basis: 'restored', staff: null, request: null } as const;
  try {
    await eraseCustomer(app, erasure);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'customer_not_found') return false;
    throw error;
  }
}
