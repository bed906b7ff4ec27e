import type { TenantTransaction } from '../tenant.ts';
import { listOwnerRows } from './employees.sql.ts';

/** Those who answer for the merchant: whom the platform writes to about it. */
export async function listActiveOwners(
  tx: TenantTransaction,
): Promise<{ id: string; name: string; email: string }[]> {
  return await listOwnerRows(tx);
}
