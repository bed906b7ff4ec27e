import type { Tenancy } from '../tenant.ts';
import { deletePastCounts as deleteRows } from './call-counts.sql.ts';

/** Windows that are over, of subjects that never called again. */
export async function deletePastCounts({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
}): Promise<void> {
  await deleteRows(tenancy);
}
