import { createRequestQueue } from '../ledger/shared-requests.ts';
import type { Tenancy } from '../tenant.ts';
import {
  type ComputedSale,
  issueCashbackTogether,
  type SaleItem,
  type SaleRow,
  type SaleTerms,
} from './sales.sql.ts';

/** What the counter asks for; `compute` makes the rest of the merchant's terms. */
interface AskedSale extends Omit<SaleItem, 'terms' | 'computed'> {
  compute(terms: SaleTerms): ComputedSale;
}

/** The sales that wait in this process for the next shared statement. */
export interface Sales {
  /** Records the sale once for its request. The outcome is never 'terms' or 'again'. */
  record(sale: AskedSale): Promise<SaleRow>;
}

/** Merchants whose terms are remembered; those learned first are forgotten first. */
const REMEMBERED_MERCHANTS = 10_000;

/**
 * Records sales in shared statements: at most two in flight, what arrives meanwhile leaves together. A sale
 * whose customer is locked is tried again alone and waits, so that it holds up no other. The terms of a
 * merchant's last sale are guessed to hold; the statement that records a sale refuses others.
 */
export function createSales({ tenancy }: { tenancy: Pick<Tenancy, 'withoutTenant'> }): Sales {
  const terms = createTermsMemory();
  const run = (items: SaleItem[]) => issueCashbackTogether(tenancy, items);
  const together = createRequestQueue(run);
  const alone = createRequestQueue(run, { maxInFlight: 4, maxBatch: 1 });

  return {
    async record({ compute, ...sale }) {
      let queue = together;
      for (;;) {
        const known = terms.of(sale.merchantId);
        const { computed, error } = known ? outcomeOf(() => compute(known.terms)) : {};
        const row = await queue.submit({ ...sale, terms: computed && known?.text, computed });
        if (row.outcome === 'again') queue = alone;
        else if (row.outcome !== 'terms') return row;
        else if (error !== undefined) throw error;
        else terms.remember(sale.merchantId, row.terms);
      }
    },
  };
}

/** A sale that cannot be computed may still be a repeat, or a conflict, which the database knows. */
function outcomeOf(compute: () => ComputedSale): { computed?: ComputedSale; error?: unknown } {
  try {
    return { computed: compute() };
  } catch (error) {
    return { error };
  }
}

function createTermsMemory() {
  const remembered = new Map<string, { text: string; terms: SaleTerms }>();
  return {
    of: (merchantId: string) => remembered.get(merchantId),
    remember(merchantId: string, text: string | null) {
      if (text === null) throw new Error('a sale was refused for its terms, and none were told');
      remembered.delete(merchantId);
      remembered.set(merchantId, { text, terms: JSON.parse(text) });
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED_MERCHANTS && oldest !== undefined) remembered.delete(oldest);
    },
  };
}
