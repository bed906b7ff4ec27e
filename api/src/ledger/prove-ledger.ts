import type { Tenancy } from '../tenant.ts';
import { endAlarm } from './alarms.sql.ts';
import { type AlarmDependencies, type AlarmKind, raiseAlarm } from './raise-alarm.ts';
import {
  type LedgerDifference,
  type LedgerVerification,
  type VerifyOptions,
  verifyLedger,
} from './verify-ledger.ts';
import { CLOCK_RULES } from './verify-ledger-dates.sql.ts';

type Dependencies = AlarmDependencies & { tenancy: Pick<Tenancy, 'withoutTenant' | 'withTenant'> };

/** Whether the difference holds its merchant's redemptions. Wrong dates do not: all amounts are right. */
export const holdsRedemptions = ({ check }: Pick<LedgerDifference, 'check'>): boolean =>
  !CLOCK_RULES.includes(check);

/** The subject of the alarm about dates, which is the whole platform's. */
const DATES = 'dates';

/**
 * Verifies the ledger of these merchants and holds the redemptions of each whose amounts do not add up. Wrong
 * dates raise an alarm and hold none. Only with `isOfAll` is a clean merchant released and does the alarm
 * about dates end: the customers who moved may not be the ones that are wrong, and the wrong dates may be
 * another merchant's.
 */
export async function proveLedger(
  app: Dependencies,
  merchantIds: AsyncIterable<string> | Iterable<string>,
  onDifference: (difference: LedgerDifference) => void,
  { isOfAll, ...options }: Omit<VerifyOptions, 'onMerchant'> & { isOfAll: boolean },
): Promise<LedgerVerification> {
  const broken = new Map<string, { differences: number; example: LedgerDifference }>();
  const note = (difference: LedgerDifference) => {
    onDifference(difference);
    const subject = holdsRedemptions(difference) ? difference.merchantId : DATES;
    const known = broken.get(subject);
    if (known) known.differences += 1;
    else broken.set(subject, { differences: 1, example: difference });
  };
  const raiseOrEnd = async (kind: AlarmKind, merchantId: string | null) => {
    const details = broken.get(merchantId ?? DATES);
    if (details) await raiseAlarm(app, { kind, merchantId, details });
    else if (isOfAll) await endAlarm(app.tenancy, { kind, merchantId }, 'a clean proof of everything');
  };
  const found = await verifyLedger(app, merchantIds, note, {
    ...options,
    onMerchant: (merchantId) => raiseOrEnd('redemptions_held', merchantId),
  });
  await raiseOrEnd('dated_ahead', null);
  return found;
}
