import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { listLatestVerifications, type VerificationRow } from './ledger-verifications.sql.ts';

/** It runs daily; one that is later than this was missed. */
const STALE_AFTER_MS = 36 * 3_600_000;

export interface LedgerStatus {
  /** 'differences' also when the run failed after it had found some. */
  status: 'ok' | 'differences' | 'failed' | 'stale' | 'never';
  /** End of the newest run, ISO 8601. */
  verifiedAt: string | null;
  /** The newest runs, newest first. */
  runs: VerificationRow[];
}

/** How the newest verification of the whole ledger went, as far as `limit` runs back. */
export async function showLedgerStatus(
  { tenancy, clock }: { tenancy: Pick<Tenancy, 'lookup'>; clock: Clock },
  limit: number,
): Promise<LedgerStatus> {
  const runs = await listLatestVerifications(tenancy, limit);
  const [newest] = runs;
  return {
    status: newest ? judge(newest, clock.now()) : 'never',
    verifiedAt: newest?.finished_at.toISOString() ?? null,
    runs,
  };
}

function judge(run: VerificationRow, now: Date): LedgerStatus['status'] {
  if (run.differences > 0) return 'differences';
  if (run.error !== null) return 'failed';
  return now.getTime() - run.finished_at.getTime() > STALE_AFTER_MS ? 'stale' : 'ok';
}
