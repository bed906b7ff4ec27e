import { isSlug } from 'domain/slug';
import type { Tenancy } from '../tenant.ts';
import { findMerchantBySlug } from './domains.sql.ts';

/**
 * The merchant of a public page: the one that its slug names. On a merchant's host another merchant's slug is
 * unknown. Undefined if there is no such merchant here.
 */
export async function resolveProgram(
  tenancy: Tenancy,
  hostMerchantId: string | undefined,
  slug: string,
): Promise<string | undefined> {
  const wanted = slug.toLowerCase();
  // Impossible slugs are not queried: text with a NUL byte is an error in PostgreSQL.
  if (!isSlug(wanted)) return undefined;
  const merchantId = await findMerchantBySlug(tenancy, wanted);
  if (merchantId === undefined) return undefined;
  return hostMerchantId === undefined || hostMerchantId === merchantId ? merchantId : undefined;
}
