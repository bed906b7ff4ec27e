import type { Tenancy } from '../tenant.ts';

/**
 * Deletes or empties at most `limit` of the rows of all merchants that are older than they are kept.
 * @returns their number; fewer than `limit` once none is left
 */
export async function deleteOutlived(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  { what, limit }: { what: string; limit: number },
): Promise<number> {
  const [row] = await tenancy.withoutTenant<{ changed: number }>(
    { name: 'delete_outlived', text: 'SELECT delete_outlived($1, $2) AS changed' },
    [what, limit],
  );
  return row?.changed ?? 0;
}

/**
 * Deletes at most `limit` jobs that hold an e-mail and have been out of attempts for so many days. A task
 * that ends well at its last attempt leaves none; a process that is killed during it does.
 * @returns their number
 */
export async function deleteGivenUpMails(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const rows = await tenancy.withoutTenant(
    {
      name: 'delete_given_up_mails',
      text: `DELETE FROM graphile_worker._private_jobs WHERE id IN (
               SELECT id FROM graphile_worker._private_jobs
               WHERE attempts >= max_attempts AND locked_at IS NULL AND payload ->> 'email' IS NOT NULL
                 AND run_at < now() - make_interval(days => $1)
               LIMIT $2 FOR UPDATE SKIP LOCKED)
             RETURNING id`,
    },
    [days, limit],
  );
  return rows.length;
}
