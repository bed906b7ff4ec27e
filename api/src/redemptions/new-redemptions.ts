import { createRequestQueues } from '../ledger/shared-requests.ts';
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
  /** Makes the redemption once for its request. The outcome is never 'judge' or 'again'. */
  create(redemption: AskedRedemption): Promise<NewRedemptionRow>;
}

/**
 * Makes redemptions in shared statements, each in two: the first tells the facts, the second makes what they
 * allow, as long as they hold. One whose customer is locked is tried again alone and waits.
 */
export function createNewRedemptions({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
}): NewRedemptions {
  const queues = createRequestQueues((requests: RedemptionRequest[], waits) =>
    createRedemptionsTogether(tenancy, requests, { waits }),
  );
  return {
    async create({ judge, ...redemption }) {
      let queue = queues.together;
      let facts: string | undefined;
      for (;;) {
        const allowed = facts === undefined ? undefined : judge(JSON.parse(facts));
        const row = await queue({ ...redemption, facts, allowed });
        if (row.outcome === 'again') queue = queues.alone;
        else if (row.outcome !== 'judge' || row.facts === null) return row;
        else facts = row.facts;
      }
    },
  };
}
