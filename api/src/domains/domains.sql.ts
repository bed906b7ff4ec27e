import type { Tenancy } from '../tenant.ts';

/** The active merchant with this signup-link slug. */
export async function findMerchantBySlug(tenancy: Tenancy, slug: string): Promise<string | undefined> {
  const [row] = await tenancy.lookup<{ id: string | null }>(
    { name: 'merchant_by_slug', text: 'SELECT lookup.merchant_by_slug($1) AS id' },
    [slug],
  );
  return row?.id ?? undefined;
}

/** The active merchant whose verified custom domain this is. */
export async function findMerchantByDomain(tenancy: Tenancy, domain: string): Promise<string | undefined> {
  const [row] = await tenancy.lookup<{ id: string | null }>(
    { name: 'merchant_by_domain', text: 'SELECT lookup.merchant_by_domain($1) AS id' },
    [domain],
  );
  return row?.id ?? undefined;
}
