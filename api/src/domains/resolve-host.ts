import { domainToASCII } from 'node:url';
import { isSlug } from 'domain/slug';
import type { Logger } from 'pino';
import type { Environment } from '../env.ts';
import type { Tenancy } from '../tenant.ts';
import { createAskedNames } from './asked-names.ts';
import { findMerchantByDomain, findMerchantBySlug } from './domains.sql.ts';
import { createHostDirectory } from './host-directory.ts';

/** The host of a request. On a merchant's own host no other merchant exists. */
export type RequestHost =
  | { kind: 'platform'; servesEmployees: boolean; servesCustomers: boolean }
  | { kind: 'merchant'; merchantId: string };

export interface HostResolver {
  /** Undefined for an unknown name. */
  resolve(hostHeader: string | undefined): Promise<RequestHost | undefined>;
  /** Answers from memory alone. Undefined until the names have been read. */
  knows(domain: string): boolean | undefined;
  /** Reports that the name's owner has changed: this process reads it again now, others within seconds. */
  forget(hostname: string): void;
  /** Starts keeping the names in memory. Resolves once they are loaded or the first attempt has failed. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns whether the names are in memory. */
  isLoaded(): boolean;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/** Letters of any script, as a person may type a name; the full stops are those of UTS 46. */
const NAME_SHAPE = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]{1,260}$/u;
/** The shape of a merchant's domain: labels and a last one with which no IP address ends. */
const DOMAIN_SHAPE = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** 'Loja.Example.COM.:3000' → 'loja.example.com:3000'. Undefined for text that is no host name. */
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

  /** Looks up a name in the database that is not in memory. */
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
    // Two origins on one machine differ only by port, which then selects one.
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
