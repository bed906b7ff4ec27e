import type { App } from '../context.ts';
import { deleteOldFailedLogins as deleteRows } from './failed-logins.sql.ts';

/** Some 20 MB: enough to see what is tried, and bounded whatever strangers do. */
const KEPT = { keep: 100_000, days: 90 };

/** The log of failed logins stays as small as this. */
export async function deleteOldFailedLogins({ tenancy }: Pick<App, 'tenancy'>): Promise<void> {
  await deleteRows(tenancy, KEPT);
}
