import type { Moment } from '../lib/moment.ts';
import type { Tenancy } from '../tenant.ts';
import type { LedgerDifference } from './verify-ledger.ts';

/**
 * Runs of the verification are the platform's, no tenant's: the schema operations has no row-level security.
 */

export interface VerificationRow {
  /** 'moved': only the customers whose money moved since the run before. */
  scope: 'all' | 'moved';
  started_at: Moment;
  finished_at: Moment;
  merchants: number;
  entries: number;
  differences: number;
  examples: LedgerDifference[];
  error: string | null;
}

export async function insertVerification(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  run: VerificationRow,
): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'insert_ledger_verification',
      text: `INSERT INTO operations.ledger_verifications
               (started_at, finished_at, merchants, entries, differences, examples, error, scope)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    },
    [
      run.started_at,
      run.finished_at,
      run.merchants,
      run.entries,
      run.differences,
      JSON.stringify(run.examples),
      run.error,
      run.scope,
    ],
  );
}

/** Newest first, by the order in which they were stored: the clock may have been wrong. */
export async function listLatestVerifications(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  limit: number,
): Promise<VerificationRow[]> {
  return await tenancy.withoutTenant<VerificationRow>(
    {
      name: 'list_latest_ledger_verifications',
      text: `SELECT scope, started_at, finished_at, merchants, entries, differences, examples, error
             FROM operations.ledger_verifications ORDER BY id DESC LIMIT $1`,
    },
    [limit],
  );
}

/** The newest run over everything and those over what moved after it, newest first. */
export async function listCurrentVerifications(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
): Promise<VerificationRow[]> {
  return await tenancy.withoutTenant<VerificationRow>(
    {
      name: 'list_current_ledger_verifications',
      text: `SELECT scope, started_at, finished_at, merchants, entries, differences, examples, error
             FROM operations.ledger_verifications WHERE id >= coalesce(
               (SELECT max(id) FROM operations.ledger_verifications WHERE scope = 'all'), 0)
             ORDER BY id DESC`,
    },
    [],
  );
}

/** When the newest run began that reached its end. */
export async function findLastProofStart(tenancy: Pick<Tenancy, 'withoutTenant'>): Promise<Date | undefined> {
  const [row] = await tenancy.withoutTenant<{ started_at: Moment }>(
    {
      name: 'find_last_proof_start',
      text: `SELECT started_at FROM operations.ledger_verifications WHERE error IS NULL
             ORDER BY id DESC LIMIT 1`,
    },
    [],
  );
  return row?.started_at;
}
