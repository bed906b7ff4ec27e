import { GIVEN_UP_JOBS_KEPT_DAYS, INACTIVITY_RUN, RETENTION_DAYS } from 'domain/retention';
import type { App } from '../context.ts';
import { resumeSweeps } from '../customers/sweep-erasures.ts';
import { atATenth } from '../jobs/at-a-tenth.ts';
import { isDatabaseAway } from '../lib/database-errors.ts';
import { eraseInactive } from './erase-inactive.ts';
import { noticeInactive } from './notice-inactive.ts';
import { deleteGivenUpMails, deleteOutlived } from './retention.sql.ts';

/** Some milliseconds of the database's work, so that no purchase waits for a batch. */
const ROWS_PER_BATCH = 100;

/** What one run does at most, so that it ends within the hour; the next one continues. */
const RUN = { batchesPerKind: 1_000, erasures: INACTIVITY_RUN.erasures as number };

/**
 * Deletes or empties rows that are older than they are kept (docs/privacy.md), over all merchants, erases
 * customers without movement, notices those who are next and resumes sweeps that were lost. Harmless to
 * repeat and to stop. A kind that fails stops no other, and the run fails at its end.
 * @returns the number of rows by kind, without those of which none was due
 */
export async function applyRetention(
  app: Pick<App, 'tenancy' | 'deliveryRules' | 'log'>,
  signal?: AbortSignal,
  bounds = RUN,
): Promise<Record<string, number>> {
  const { tenancy } = app;
  const inBatches = (deleteRows: () => Promise<number>) => repeat(deleteRows, bounds.batchesPerKind, signal);
  const limit = ROWS_PER_BATCH;
  const kinds: [string, () => Promise<number>][] = [
    ...Object.keys(RETENTION_DAYS).map((what): [string, () => Promise<number>] => [
      what,
      () => inBatches(() => deleteOutlived(tenancy, { what, limit })),
    ]),
    [
      'given_up_mails',
      () => inBatches(() => deleteGivenUpMails(tenancy, { days: GIVEN_UP_JOBS_KEPT_DAYS, limit })),
    ],
    ['erased', () => eraseInactive(app, signal, bounds.erasures)],
    [
      'sweeps',
      async () => {
        await resumeSweeps(app, signal);
        return 0;
      },
    ],
    ['noticed', () => noticeInactive(app, signal)],
  ];
  const changed: Record<string, number> = {};
  const failed: string[] = [];
  for (const [what, apply] of kinds) {
    try {
      const rows = await apply();
      if (rows > 0) changed[what] = rows;
    } catch (error) {
      if (signal?.aborted || isDatabaseAway(error)) throw error;
      app.log.error({ err: error, what }, 'data past its retention could not be removed');
      failed.push(what);
    }
  }
  if (Object.keys(changed).length > 0) app.log.info(changed, 'data past its retention was removed');
  if (failed.length > 0) throw new Error(`retention failed for ${failed.join(', ')}`);
  return changed;
}

/** Until a batch was not full. */
async function repeat(
  deleteRows: () => Promise<number>,
  batches: number,
  signal?: AbortSignal,
): Promise<number> {
  const isLast = (rows: number) => rows < ROWS_PER_BATCH;
  let changed = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const rows = await atATenth(deleteRows, signal, isLast);
    changed += rows;
    if (isLast(rows)) break;
  }
  return changed;
}
