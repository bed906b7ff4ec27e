import type { Tenancy } from '../tenant.ts';
import { findMerchantIdBySlug } from './customers.sql.ts';

/**
 * The merchant a public page is about: the host's own, else the one its slug names. On a merchant's host another
 * merchant's slug names nobody. undefined: there is no such merchant here.
 */
export async function resolveProgramme(
  tenancy: Tenancy,
  hostMerchantId: string | undefined,
  slug: string,
): Promise<string | undefined> {
  const merchantId = await findMerchantIdBySlug(tenancy, slug.toLowerCase());
  if (merchantId === undefined) return undefined;
  return hostMerchantId === undefined || hostMerchantId === merchantId ? merchantId : undefined;
}
