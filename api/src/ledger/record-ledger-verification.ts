import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { insertVerification } from './ledger-verifications.sql.ts';
import {
  everyMerchant,
  type LedgerDifference,
  type LedgerVerification,
  verifyLedger,
} from './verify-ledger.ts';

/** So many are named in the log; `npm run ledger:verify` names each. */
const MAX_LOGGED = 100;
const MAX_STORED = 10;

type Dependencies = {
  tenancy: Pick<Tenancy, 'lookup' | 'withTenant'>;
  clock: Clock;
  log: Pick<Logger, 'error'>;
};

/**
 * Verifies the ledger of every merchant and stores how it went, for the platform's operator. Differences, and a run
 * that could not reach its end, are errors in the log. Throws what ended the run early, after storing it; stopped by
 * `signal` it stores nothing, for it will run again.
 */
export async function recordLedgerVerification(
  app: Dependencies,
  signal?: AbortSignal,
): Promise<LedgerVerification> {
  const started_at = app.clock.now();
  const examples: LedgerDifference[] = [];
  let found: LedgerVerification = { merchants: 0, entries: 0, differences: 0 };
  let logged = 0;
  const onDifference = (difference: LedgerDifference) => {
    if (examples.length < MAX_STORED) examples.push(difference);
    if (logged < MAX_LOGGED) app.log.error(difference, 'the ledger does not add up');
    logged += 1;
  };
  const store = (error: string | null) =>
    insertVerification(app.tenancy, { started_at, finished_at: app.clock.now(), ...found, examples, error });
  try {
    found = await verifyLedger(app, everyMerchant(app), onDifference, signal);
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
