import { Moment } from '../lib/moment.ts';
import { everyMerchant, type Tenancy } from '../tenant.ts';
import { findLastProofStart, insertVerification, type VerificationRow } from './ledger-verifications.sql.ts';
import { proveLedger } from './prove-ledger.ts';
import type { AlarmDependencies } from './raise-alarm.ts';
import type { LedgerDifference, LedgerVerification } from './verify-ledger.ts';

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
  let found: LedgerVerification = { merchants: 0, entries: 0, differences: 0 };
  let logged = 0;
  const onDifference = (difference: LedgerDifference) => {
    if (examples.length < MAX_STORED) examples.push(difference);
    if (logged < MAX_LOGGED) app.log.error(difference, 'the ledger does not add up');
    logged += 1;
  };
  const store = async (error: string | null) => {
    const finished_at = await app.tenancy.now();
    await insertVerification(app.tenancy, { scope, started_at, finished_at, ...found, examples, error });
  };
  try {
    const last = scope === 'moved' ? await findLastProofStart(app.tenancy) : undefined;
    // A last proof dated ahead, by a wrong clock, does not count: everything is read.
    const isKnown = last !== undefined && last <= started_at;
    found = await proveLedger(app, everyMerchant(app), onDifference, {
      signal,
      movedSince: isKnown ? Moment.at(last.getTime() - OVERLAP_MS) : undefined,
      isOfAll: scope === 'all',
    });
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
