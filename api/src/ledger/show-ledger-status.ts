import type { Tenancy } from '../tenant.ts';
import { type AlarmRow, listOpenAlarms } from './alarms.sql.ts';
import {
  listCurrentVerifications,
  listLatestVerifications,
  type VerificationRow,
} from './ledger-verifications.sql.ts';

/** The one over everything runs daily; one that is later than this was missed. */
const STALE_AFTER_MS = 36 * 3_600_000;

export interface LedgerStatus {
  /**
   * 'differences' until a run over everything finds none, also when a run failed after it had found some.
   * 'alarm': the ledger held, and another alarm is open.
   */
  status: 'ok' | 'differences' | 'failed' | 'stale' | 'never' | 'alarm';
  /** End of the newest run over everything, ISO 8601. */
  verifiedAt: string | null;
  alarms: AlarmRow[];
  /** The newest runs, newest first. */
  runs: VerificationRow[];
}

/**
 * Shows the newest verification of the whole ledger and those of recently moved customers; `limit` runs back.
 */
export async function showLedgerStatus(
  { tenancy }: { tenancy: Pick<Tenancy, 'now' | 'withoutTenant'> },
  limit: number,
): Promise<LedgerStatus> {
  const current = await listCurrentVerifications(tenancy);
  const alarms = await listOpenAlarms(tenancy);
  const whole = current.find(({ scope }) => scope === 'all');
  const status = judge(current, whole, await tenancy.now());
  return {
    status: alarms.length > 0 && (status === 'ok' || status === 'never') ? 'alarm' : status,
    verifiedAt: whole?.finished_at.toISOString() ?? null,
    alarms,
    runs: await listLatestVerifications(tenancy, limit),
  };
}

function judge(
  current: readonly VerificationRow[],
  whole: VerificationRow | undefined,
  now: Date,
): LedgerStatus['status'] {
  if (current.some(({ differences }) => differences > 0)) return 'differences';
  if (current[0]?.error) return 'failed';
  if (!whole) return 'never';
  if (whole.error !== null) return 'failed';
  // A run dated ahead says as little about today as one of long ago.
  return Math.abs(now.getTime() - whole.finished_at.getTime()) > STALE_AFTER_MS ? 'stale' : 'ok';
}
