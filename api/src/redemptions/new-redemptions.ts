import { createRequestQueue } from '../ledger/shared-requests.ts';
import type { Tenancy } from '../tenant.ts';
import {
  type AllowedRedemption,
  createRedemptionsTogether,
  type NewRedemptionRow,
  type RedemptionFacts,
  type RedemptionRequest,
} from './new-redemptions.sql.ts';

/** What the counter asks for; `judge` throws the refusal of what the facts do not allow. */
interface AskedRedemption extends Omit<RedemptionRequest, 'facts' | 'allowed'> {
  judge(facts: RedemptionFacts): AllowedRedemption;
}

/** The redemptions that wait in this process for the next shared statement. */
export interface NewRedemptions {
  /** Makes the redemption once for its request. The outcome is never 'judge'. */
  create(redemption: AskedRedemption): Promise<NewRedemptionRow>;
}

/**
 * Makes redemptions in shared statements, each in two: the first tells the facts, the second makes what they
 * allow, as long as they hold.
 */
export function createNewRedemptions({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
}): NewRedemptions {
  const queue = createRequestQueue((requests: RedemptionRequest[]) =>
    createRedemptionsTogether(tenancy, requests),
  );
  return {
    async create({ judge, ...redemption }) {
      let facts: string | undefined;
      for (;;) {
        const allowed = facts === undefined ? undefined : judge(JSON.parse(facts));
        const row = await queue.submit({ ...redemption, facts, allowed });
        if (row.outcome !== 'judge' || row.facts === null) return row;
        facts = row.facts;
      }
    },
  };
}
