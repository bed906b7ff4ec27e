import type { Environment } from '../env.ts';
import type { Tenancy } from '../tenant.ts';
import { findMerchantByDomain, findMerchantBySlug } from './domains.sql.ts';

/** What a Host header stands for. On a merchant's own host no other merchant exists. */
export type RequestHost =
  | { kind: 'platform'; servesStaff: boolean; servesCustomers: boolean }
  | { kind: 'merchant'; merchantId: string };

export interface HostResolver {
  /** undefined: nobody here answers to that name. */
  resolve(hostHeader: string | undefined): Promise<RequestHost | undefined>;
  /** Whose this name is has just changed: this process asks again, others within seconds. */
  forget(hostname: string): void;
}

const CACHE_TTL_MS = 10_000;
const CACHE_MAX_ENTRIES = 10_000;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** 'Loja.Example.COM.:3000' → 'loja.example.com:3000'. undefined for anything that is no host name. */
function normaliseHost(header: string | undefined): URL | undefined {
  if (header === undefined || !/^[A-Za-z0-9.\-[\]:]{1,260}$/.test(header)) return undefined;
  const text = `http://${header.replace(/\.(?=:\d+$|$)/, '')}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

export function createHostResolver(env: Environment, tenancy: Tenancy, now: () => number): HostResolver {
  const app = new URL(env.appOrigin);
  const platform = new URL(env.publicOrigin);
  const cache = new Map<string, { merchantId: string | undefined; until: number }>();

  async function findMerchant(hostname: string): Promise<string | undefined> {
    const suffix = `.${platform.hostname}`;
    if (!hostname.endsWith(suffix)) return await findMerchantByDomain(tenancy, hostname);
    const slug = hostname.slice(0, -suffix.length);
    return slug.includes('.') ? undefined : await findMerchantBySlug(tenancy, slug);
  }

  async function findMerchantCached(hostname: string): Promise<string | undefined> {
    const cached = cache.get(hostname);
    if (cached && cached.until > now()) return cached.merchantId;
    const merchantId = await findMerchant(hostname);
    if (cache.size >= CACHE_MAX_ENTRIES) cache.clear();
    cache.set(hostname, { merchantId, until: now() + CACHE_TTL_MS });
    return merchantId;
  }

  return {
    forget: (hostname) => void cache.delete(hostname),
    async resolve(hostHeader) {
      const url = normaliseHost(hostHeader);
      if (url === undefined) return undefined;
      const isLoopbackAlias =
        LOOPBACK_NAMES.includes(url.hostname) && LOOPBACK_NAMES.includes(platform.hostname);
      const isApp = url.hostname === app.hostname || isLoopbackAlias;
      const isPublic = url.hostname === platform.hostname || isLoopbackAlias;
      if (isApp || isPublic) {
        // Two origins on one machine differ by their port alone; the port then tells which is meant.
        const samePortMatters = app.hostname === platform.hostname && app.origin !== platform.origin;
        if (!samePortMatters) return { kind: 'platform', servesStaff: isApp, servesCustomers: isPublic };
        return {
          kind: 'platform',
          servesStaff: url.host === app.host,
          servesCustomers: url.host === platform.host,
        };
      }
      const merchantId = await findMerchantCached(url.hostname);
      return merchantId === undefined ? undefined : { kind: 'merchant', merchantId };
    },
  };
}
