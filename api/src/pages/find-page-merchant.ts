import type { PageMerchant, PageTags } from 'domain/page-context';
import { isSlug } from 'domain/slug';
import type { Logger } from 'pino';
import { canonicalOrigin } from '../domains/canonical-address.ts';
import { resolveProgram } from '../domains/resolve-program.ts';
import type { Environment } from '../env.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { sha256 } from '../lib/tokens.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import type { Tenancy } from '../tenant.ts';
import { findMerchantByToken, getPageMerchant, type PageMerchantRow } from './page-merchant.sql.ts';

/** The parts of a page's address that tell its merchant. */
export interface PageSubject {
  /** The merchant whose own host was called; on it no other merchant exists. */
  hostMerchantId: string | undefined;
  slug?: string | undefined;
  token?: { kind: 'cashback' | 'redemption' | 'trial'; token: string } | undefined;
}

/** The merchant data that a customer's page shows first, and the origin of that merchant's pages. */
export interface FoundPageMerchant {
  merchant: PageMerchant;
  tags: PageTags | null;
  /** Of its customers, on some screens. */
  asksForProof: boolean;
  canonicalOrigin: string;
}

export type FindPageMerchant = (subject: PageSubject) => Promise<FoundPageMerchant | undefined>;

const MAX_REMEMBERED = 5_000;
const TOKEN_SHAPE = /^[A-Z]{5,10}_[\w-]{27}$/;

/**
 * Finds the merchant of a page: the host's, else the one its slug or token names, else none. Never throws and
 * never waits: when the database is away or slow, a merchant's own host shows what this process last knew of
 * it. Other pages then come without a merchant until the application asks for itself.
 */
export function createFindPageMerchant(dependencies: {
  env: Pick<Environment, 'publicOrigin'>;
  tenancy: Tenancy;
  log: Pick<Logger, 'warn'>;
}): FindPageMerchant {
  const { env, tenancy, log } = dependencies;
  const remembered = new Map<string, FoundPageMerchant>();

  async function find(subject: PageSubject): Promise<FoundPageMerchant | undefined> {
    const merchantId = await findMerchantId(tenancy, subject);
    if (merchantId === undefined) return undefined;
    const row = await tenancy.withTenant(merchantId, getPageMerchant);
    if (!row.is_active) return undefined;
    const found = present(env, merchantId, row);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(merchantId, found);
    return found;
  }

  return async (subject) => {
    try {
      return await withDeadline(find(subject), timeLimits.page, () => new Error('the page did not wait'));
    } catch (err) {
      log.warn({ err }, 'a page was sent without asking for its merchant');
      return subject.hostMerchantId === undefined ? undefined : remembered.get(subject.hostMerchantId);
    }
  };
}

async function findMerchantId(tenancy: Tenancy, subject: PageSubject): Promise<string | undefined> {
  const { hostMerchantId, slug, token } = subject;
  if (hostMerchantId !== undefined) return hostMerchantId;
  if (slug !== undefined) return isSlug(slug) ? await resolveProgram(tenancy, undefined, slug) : undefined;
  if (token === undefined || !TOKEN_SHAPE.test(token.token)) return undefined;
  return await findMerchantByToken(tenancy, token.kind, sha256(token.token));
}

function present(
  env: Pick<Environment, 'publicOrigin'>,
  merchantId: string,
  row: PageMerchantRow,
): FoundPageMerchant {
  return {
    merchant: {
      id: merchantId,
      name: row.name,
      programName: row.program_name,
      slug: row.signup_link_slug,
      logoUrl: pageLogoUrl(row.logo_url),
      brandColor: row.brand_color,
      rateBasisPoints: row.rate_basis_points,
    },
    tags: row.has_tags ? { gtmId: row.gtm_id, metaPixelId: row.meta_pixel_id } : null,
    asksForProof: row.asks_for_proof,
    canonicalOrigin: canonicalOrigin(env.publicOrigin, row),
  };
}
