import { createRequestQueues } from '../ledger/shared-requests.ts';
import type { Tenancy } from '../tenant.ts';
import {
  type ComputedPurchase,
  issueCashbackTogether,
  type NewPurchaseRow,
  type PurchaseRequest,
  type PurchaseTerms,
} from './new-purchases.sql.ts';

/** What the counter asks for; `compute` makes the rest of the merchant's terms. */
interface AskedPurchase extends Omit<PurchaseRequest, 'terms' | 'computed'> {
  compute(terms: PurchaseTerms): ComputedPurchase;
}

/** The purchases that wait in this process for the next shared statement. */
export interface NewPurchases {
  /** Records the purchase once for its request. The outcome is never 'terms' or 'again'. */
  record(purchase: AskedPurchase): Promise<NewPurchaseRow>;
}

/** Merchants whose terms are remembered; those learned first are forgotten first. */
const REMEMBERED_MERCHANTS = 10_000;

/**
 * Records purchases in shared statements: at most two in flight, what arrives meanwhile leaves together. One
 * whose customer is locked is tried again alone and waits, so that it holds up no other. The terms of a
 * merchant's last purchase are guessed to hold; the statement that records a purchase refuses others.
 */
export function createNewPurchases({ tenancy }: { tenancy: Pick<Tenancy, 'withoutTenant'> }): NewPurchases {
  const terms = createTermsMemory();
  const queues = createRequestQueues((items: PurchaseRequest[], waits) =>
    issueCashbackTogether(tenancy, items, { waits }),
  );

  return {
    async record({ compute, ...purchase }) {
      let queue = queues.together;
      for (;;) {
        const known = terms.of(purchase.merchantId);
        const { computed, error } = known ? outcomeOf(() => compute(known.terms)) : {};
        const row = await queue({ ...purchase, terms: computed && known?.text, computed });
        if (row.outcome === 'again') queue = queues.alone;
        else if (row.outcome !== 'terms') return row;
        else if (error !== undefined && row.terms === known?.text) throw error;
        else terms.remember(purchase.merchantId, row.terms);
      }
    },
  };
}

/** A purchase that cannot be computed may still be a repeat, or a conflict, which the database knows. */
function outcomeOf(compute: () => ComputedPurchase): { computed?: ComputedPurchase; error?: unknown } {
  try {
    return { computed: compute() };
  } catch (error) {
    return { error };
  }
}

function createTermsMemory() {
  const remembered = new Map<string, { text: string; terms: PurchaseTerms }>();
  return {
    of: (merchantId: string) => remembered.get(merchantId),
    remember(merchantId: string, text: string | null) {
      if (text === null) throw new Error('a purchase was refused for its terms, and none were told');
      remembered.delete(merchantId);
      remembered.set(merchantId, { text, terms: JSON.parse(text) });
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED_MERCHANTS && oldest !== undefined) remembered.delete(oldest);
    },
  };
}
