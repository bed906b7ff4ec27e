import type { App } from '../context.ts';
import { deleteOldFailedLogins as deleteRows } from './failed-logins.sql.ts';

/** At most some 20 MB: enough to see which accounts are attacked, and bounded under any attack. */
const KEPT = { keep: 100_000, days: 90 };

/** Deletes old rows of the log of failed logins. */
export async function deleteOldFailedLogins({ tenancy }: Pick<App, 'tenancy'>): Promise<void> {
  await deleteRows(tenancy, KEPT);
}
