import { Moment } from '../lib/moment.ts';
import { everyMerchant, type Tenancy } from '../tenant.ts';
import { endAlarm } from './alarms.sql.ts';
import { findLastProofStart, insertVerification, type VerificationRow } from './ledger-verifications.sql.ts';
import { type AlarmDependencies, type AlarmKind, raiseAlarm } from './raise-alarm.ts';
import { type LedgerDifference, type LedgerVerification, verifyLedger } from './verify-ledger.ts';
import { DATED_AHEAD } from './verify-ledger-dates.sql.ts';

/** Limit of the differences named in the log; `npm run ops -- ledger:verify` names each. */
const MAX_LOGGED = 100;
const MAX_STORED = 10;
/** Overlap of two runs, so that rows posted while the run before was reading are read at least once. */
const OVERLAP_MS = 15 * 60_000;

type Dependencies = AlarmDependencies & {
  tenancy: Pick<Tenancy, 'lookup' | 'now' | 'withoutTenant' | 'withTenant'>;
};

/**
 * Verifies the ledger of every merchant, or what moved since the run before, and stores how it went.
 * Differences, and a run that could not reach its end, are errors in the log. A merchant whose ledger does
 * not add up has its redemptions held, and released by the next run over everything that finds it clean.
 * Throws what ended the run early, after storing it; stopped by `signal` it stores nothing, for it will run
 * again.
 */
export async function recordLedgerVerification(
  app: Dependencies,
  scope: VerificationRow['scope'],
  signal?: AbortSignal,
): Promise<LedgerVerification> {
  const started_at = await app.tenancy.now();
  const examples: LedgerDifference[] = [];
  const alarms = new ProofAlarms(app, scope);
  let found: LedgerVerification = { merchants: 0, entries: 0, differences: 0 };
  let logged = 0;
  const onDifference = (difference: LedgerDifference) => {
    if (examples.length < MAX_STORED) examples.push(difference);
    if (logged < MAX_LOGGED) app.log.error(difference, 'the ledger does not add up');
    logged += 1;
    alarms.note(difference);
  };
  const store = async (error: string | null) => {
    const finished_at = await app.tenancy.now();
    await insertVerification(app.tenancy, { scope, started_at, finished_at, ...found, examples, error });
  };
  try {
    const last = scope === 'moved' ? await findLastProofStart(app.tenancy) : undefined;
    // A last proof dated ahead, by a wrong clock, does not count: everything is read.
    const isKnown = last !== undefined && last <= started_at;
    found = await verifyLedger(app, everyMerchant(app), onDifference, {
      signal,
      movedSince: isKnown ? Moment.at(last.getTime() - OVERLAP_MS) : undefined,
      onMerchant: (merchantId) => alarms.judge(merchantId),
    });
    await alarms.judgeDates();
  } catch (error) {
    if (signal?.aborted) throw error;
    app.log.error({ err: error }, 'the ledger could not be verified');
    found.differences = logged;
    await store((error as Error).message);
    throw error;
  }
  await store(null);
  return found;
}

/**
 * Raises and ends the alarms of a run. Only a run over everything ends them: the customers who moved may not
 * be the ones that are wrong.
 */
class ProofAlarms {
  private readonly broken = new Map<string, { differences: number; example: LedgerDifference }>();

  constructor(
    private readonly app: AlarmDependencies,
    private readonly scope: VerificationRow['scope'],
  ) {}

  note(difference: LedgerDifference): void {
    // A row dated ahead is not a missing centavo: it raises an alarm and holds no redemptions.
    const subject = difference.check === DATED_AHEAD ? DATED_AHEAD : difference.merchantId;
    const known = this.broken.get(subject);
    if (known) known.differences += 1;
    else this.broken.set(subject, { differences: 1, example: difference });
  }

  judge(merchantId: string): Promise<void> {
    return this.raiseOrEnd('redemptions_held', merchantId, this.broken.get(merchantId));
  }

  judgeDates(): Promise<void> {
    return this.raiseOrEnd('dated_ahead', null, this.broken.get(DATED_AHEAD));
  }

  private async raiseOrEnd(kind: AlarmKind, merchantId: string | null, details?: object): Promise<void> {
    if (details) await raiseAlarm(this.app, { kind, merchantId, details: { ...details } });
    else if (this.scope === 'all')
      await endAlarm(this.app.tenancy, { kind, merchantId }, 'a clean proof of everything');
  }
}
