import type { Tenancy } from '../tenant.ts';
import { deletePastCounts as deleteRows } from './call-counts.sql.ts';

/** Deletes counts whose window has ended. */
export async function deletePastCounts({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
}): Promise<void> {
  await deleteRows(tenancy);
}
