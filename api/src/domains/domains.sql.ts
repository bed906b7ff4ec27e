import type { Moment } from '../lib/moment.ts';
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

/** The merchant, active or not, that has the domain verified; only one can at a time. */
export async function findDomainHolder(
  tenancy: Pick<Tenancy, 'lookup'>,
  domain: string,
): Promise<string | undefined> {
  const [row] = await tenancy.lookup<{ id: string | null }>(
    { name: 'domain_holder', text: 'SELECT lookup.domain_holder($1) AS id' },
    [domain],
  );
  return row?.id ?? undefined;
}

/** Merchants whose verified domain is due for another check, longest unchecked first. */
export async function listMerchantsWithDueDomains(
  tenancy: Pick<Tenancy, 'lookup'>,
  { now, limit }: { now: Moment; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'merchants_with_due_domains',
      text: 'SELECT * FROM lookup.merchants_with_due_domains($1, $2) AS id',
    },
    [now, limit],
  );
  return rows.map((row) => row.id);
}
