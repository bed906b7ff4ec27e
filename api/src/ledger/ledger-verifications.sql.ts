import type { Tenancy } from '../tenant.ts';
import type { LedgerDifference } from './verify-ledger.ts';

/** Runs of the verification are the platform's, no tenant's: the schema operations has no row-level security. */

export interface VerificationRow {
  started_at: Date;
  finished_at: Date;
  merchants: number;
  entries: number;
  differences: number;
  examples: LedgerDifference[];
  error: string | null;
}

export async function insertVerification(
  tenancy: Pick<Tenancy, 'lookup'>,
  run: VerificationRow,
): Promise<void> {
  await tenancy.lookup(
    {
      name: 'insert_ledger_verification',
      text: `INSERT INTO operations.ledger_verifications
               (started_at, finished_at, merchants, entries, differences, examples, error)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    },
    [
      run.started_at,
      run.finished_at,
      run.merchants,
      run.entries,
      run.differences,
      JSON.stringify(run.examples),
      run.error,
    ],
  );
}

/** Newest first. */
export async function listLatestVerifications(
  tenancy: Pick<Tenancy, 'lookup'>,
  limit: number,
): Promise<VerificationRow[]> {
  return await tenancy.lookup<VerificationRow>(
    {
      name: 'list_latest_ledger_verifications',
      text: `SELECT started_at, finished_at, merchants, entries, differences, examples, error
             FROM operations.ledger_verifications ORDER BY finished_at DESC, id DESC LIMIT $1`,
    },
    [limit],
  );
}
