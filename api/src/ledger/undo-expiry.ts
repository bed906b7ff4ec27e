import type { Tenancy } from '../tenant.ts';
import {
  countCorrected,
  type DatedAheadRow,
  findNewestDateAhead,
  insertCorrection,
  listDatedAhead,
  listWronglyExpired,
  lockCustomers,
  putBackExpired,
  settleCorrected,
} from './undo-expiry.sql.ts';
import { allowLong } from './verify-ledger.sql.ts';

/** Locked together, and so for a few dozen milliseconds at most. */
const CUSTOMERS_PER_TRANSACTION = 200;

export interface UndoneExpiry {
  customers: number;
  cents: number;
  /**
   * Purchases, redemptions and credits made while the clock was ahead: they are real, and keep their wrong
   * dates.
   */
  datedAhead: DatedAheadRow[];
}

/**
 * Undoes the expiries that a clock running ahead has posted for one merchant: expired centavos of a lot that
 * still lives by the database's clock go back into it, as a row of its own, and every customer's own time
 * comes back to now. Purchases go on meanwhile. It may be repeated: rows that are right are left alone.
 */
export async function undoExpiry(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantId: string,
  by: string,
): Promise<UndoneExpiry> {
  const { correctionId, wrong, datedAhead } = await tenancy.withTenant(merchantId, async (tx) => {
    const { now } = tx;
    await allowLong(tx);
    const wrong = await listWronglyExpired(tx);
    const newest = await findNewestDateAhead(tx);
    if (wrong.length === 0 && !newest) return { wrong, datedAhead: [] };
    const datedAhead = await listDatedAhead(tx);
    const correctionId = await insertCorrection(tx, { datedUntil: newest ?? now, by });
    return { correctionId, wrong, datedAhead };
  });
  const undone: UndoneExpiry = { customers: wrong.length, cents: 0, datedAhead };
  for (let start = 0; correctionId && start < wrong.length; start += CUSTOMERS_PER_TRANSACTION) {
    const batch = wrong.slice(start, start + CUSTOMERS_PER_TRANSACTION);
    const customerIds = batch.map(({ customer_id }) => customer_id);
    const lotIds = batch.flatMap(({ lot_ids }) => lot_ids);
    undone.cents += await tenancy.withTenant(merchantId, async (tx) => {
      await lockCustomers(tx, customerIds);
      const cents = await putBackExpired(tx, { correctionId, customerIds, lotIds });
      await settleCorrected(tx, customerIds);
      await countCorrected(tx, correctionId, { customers: batch.length, cents });
      return cents;
    });
  }
  return undone;
}
