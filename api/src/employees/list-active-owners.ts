import type { TenantTransaction } from '../tenant.ts';
import { listOwnerRows } from './employees.sql.ts';

/** Active owners of the merchant: the platform's mails about it go to them. */
export async function listActiveOwners(
  tx: TenantTransaction,
): Promise<{ id: string; name: string; email: string }[]> {
  return await listOwnerRows(tx);
}
