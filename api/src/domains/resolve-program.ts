import { isSlug } from 'domain/slug';
import type { Tenancy } from '../tenant.ts';
import { findMerchantBySlug } from './domains.sql.ts';

/**
 * The merchant a public page is about: the host's own, else the one its slug names. On a merchant's host
 * another merchant's slug names nobody. undefined: there is no such merchant here.
 */
export async function resolveProgram(
  tenancy: Tenancy,
  hostMerchantId: string | undefined,
  slug: string,
): Promise<string | undefined> {
  const wanted = slug.toLowerCase();
  // What no merchant can have is not asked for: text with a NUL byte is an error to PostgreSQL.
  if (!isSlug(wanted)) return undefined;
  const merchantId = await findMerchantBySlug(tenancy, wanted);
  if (merchantId === undefined) return undefined;
  return hostMerchantId === undefined || hostMerchantId === merchantId ? merchantId : undefined;
}
