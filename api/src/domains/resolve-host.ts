import { domainToASCII } from 'node:url';
import { isSlug } from 'domain/slug';
import type { Logger } from 'pino';
import type { Environment } from '../env.ts';
import type { Tenancy } from '../tenant.ts';
import { createAskedNames } from './asked-names.ts';
import { findMerchantByDomain, findMerchantBySlug } from './domains.sql.ts';
import { createHostDirectory } from './host-directory.ts';

/** What a Host header stands for. On a merchant's own host no other merchant exists. */
export type RequestHost =
  | { kind: 'platform'; servesEmployees: boolean; servesCustomers: boolean }
  | { kind: 'merchant'; merchantId: string };

export interface HostResolver {
  /** undefined: nobody here answers to that name. */
  resolve(hostHeader: string | undefined): Promise<RequestHost | undefined>;
  /** From memory alone. undefined: the names have not been read yet, so nobody can say. */
  knows(domain: string): boolean | undefined;
  /** Whose this name is has just changed: this process asks again, others within seconds. */
  forget(hostname: string): void;
  /**
   * Begins to keep the names in memory. Resolves once they are there, or could not be read at the first
   * attempt.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether the names are in memory. */
  isLoaded(): boolean;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/**
 * Letters of any script, as a person may write a name; the full stops are those that UTS 46 takes for one.
 */
const NAME_SHAPE = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]{1,260}$/u;
/** A name that somebody's domain may have: labels and a last one that no IP address ends with. */
const DOMAIN_SHAPE = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** 'Loja.Example.COM.:3000' → 'loja.example.com:3000'. undefined for anything that is no host name. */
function normalizeHost(header: string | undefined): URL | undefined {
  if (header === undefined || !/^[A-Za-z0-9.\-[\]:]{1,260}$/.test(header)) return undefined;
  const text = `http://${header.replace(/\.(?=:\d*$|$)/, '')}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

type Dependencies = { env: Environment; tenancy: Tenancy; log: Pick<Logger, 'warn' | 'info'> };

export function createHostResolver({ env, tenancy, log }: Dependencies): HostResolver {
  const app = new URL(env.appOrigin);
  const platform = new URL(env.publicOrigin);
  const directory = createHostDirectory({ tenancy, log }, platform.hostname);
  const asked = createAskedNames(ask, directory);

  /** Of the database, for a name that memory does not have. */
  async function ask(hostname: string): Promise<string | undefined> {
    const suffix = `.${platform.hostname}`;
    if (hostname.endsWith(suffix)) {
      const slug = hostname.slice(0, -suffix.length);
      return isSlug(slug) ? await findMerchantBySlug(tenancy, slug) : undefined;
    }
    return DOMAIN_SHAPE.test(hostname) ? await findMerchantByDomain(tenancy, hostname) : undefined;
  }

  function platformHost(url: URL): RequestHost | undefined {
    const isLoopbackAlias =
      LOOPBACK_NAMES.includes(url.hostname) && LOOPBACK_NAMES.includes(platform.hostname);
    const isApp = url.hostname === app.hostname || isLoopbackAlias;
    const isPublic = url.hostname === platform.hostname || isLoopbackAlias;
    if (!isApp && !isPublic) return undefined;
    // Two origins on one machine differ by their port alone; the port then tells which is meant.
    const samePortMatters = app.hostname === platform.hostname && app.origin !== platform.origin;
    if (!samePortMatters) return { kind: 'platform', servesEmployees: isApp, servesCustomers: isPublic };
    return {
      kind: 'platform',
      servesEmployees: url.host === app.host,
      servesCustomers: url.host === platform.host,
    };
  }

  return {
    forget(hostname) {
      directory.forget(hostname);
      asked.forget(hostname);
    },
    start: () => directory.start(),
    stop: () => directory.stop(),
    isLoaded: () => directory.isLoaded(),
    knows(domain) {
      // domainToASCII() would read 'loja.example/x' as 'loja.example'.
      const url = NAME_SHAPE.test(domain) ? normalizeHost(domainToASCII(domain)) : undefined;
      if (url === undefined) return false;
      if (platformHost(url) || asked.known(url.hostname) !== undefined) return true;
      return directory.isLoaded() ? false : undefined;
    },
    async resolve(hostHeader) {
      const url = normalizeHost(hostHeader);
      if (url === undefined) return undefined;
      const own = platformHost(url);
      if (own) return own;
      const merchantId = await asked.find(url.hostname);
      return merchantId === undefined ? undefined : { kind: 'merchant', merchantId };
    },
  };
}
