import type { Tenancy } from '../tenant.ts';

/** A purchase or a redemption. */
export interface WatchedCode {
  id: string;
  merchantId: string;
}

/** The ids of those that are confirmed, each seen as its own merchant. */
export async function findConfirmedAmong(tenancy: Tenancy, codes: WatchedCode[]): Promise<string[]> {
  const rows = await tenancy.withoutTenant<{ id: string }>(
    { name: 'confirmed_among', text: 'SELECT id FROM confirmed_among($1, $2) AS c (id)' },
    [codes.map(({ merchantId }) => merchantId), codes.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}
