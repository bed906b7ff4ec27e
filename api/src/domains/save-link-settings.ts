import { randomBytes } from 'node:crypto';
import { isWithin } from 'domain/custom-domain';
import type { SaveLinkSettings } from 'domain/link-settings';
import { isReservedSlug } from 'domain/reserved-slugs';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import type { Environment } from '../env.ts';
import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import { DOMAIN_CHECKS_PER_MERCHANT } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { lookAtHolder } from './domain-holder.ts';
import {
  getLinkSettings,
  type LinkSettingsRow,
  lockLinkSettings,
  updateCustomDomain,
  updateSlug,
} from './link-settings.sql.ts';
import { type LinkSettings, linkSettingsOf, platformNameOf } from './show-link-settings.ts';
import { slugCandidates } from './slug-candidates.ts';

type Dependencies = Pick<App, 'dns' | 'env' | 'hosts' | 'limiter' | 'tenancy'>;

type Request = { ip: string; userAgent?: string | undefined };

/** Slugs stay with their merchant for ever, so their number is limited. */
const MAX_SLUGS = 20;
/** The part of an answer's time that the DNS may take. */
const HOLDER_WITHIN_MS = 1_000;

class SlowDns extends Error {}

/** 160 bits; hexadecimal, because some DNS panels change the case. */
const VERIFICATION_CODE_BYTES = 20;

/**
 * Changes the slug, made from the merchant's name if it is '', and the merchant's own domain. A former slug
 * still leads to the merchant; a former domain stops at once, and a new one counts only once it is proved.
 * Throws Refusal 'slug_taken', 'slug_reserved', 'slug_limit', 'domain_taken', 'domain_own' or
 * 'too_many_requests'.
 */
export async function saveLinkSettings(
  app: Dependencies,
  staff: StaffSession,
  request: Request,
  input: SaveLinkSettings,
): Promise<LinkSettings> {
  const { env, tenancy, hosts } = app;
  if (input.customDomain !== null && isOwnHost(env, input.customDomain)) throw new Refusal('domain_own');
  const isTaken = await isTakenByAnother(app, staff.merchantId, input.customDomain);
  for (const slug of await slugsToTry(tenancy, staff.merchantId, input.slug)) {
    try {
      const { before, after } = await tenancy.withTenant(staff.merchantId, (tx) =>
        change(tx, staff, request, { slug, customDomain: input.customDomain, isTaken }),
      );
      for (const { custom_domain } of [before, after])
        if (custom_domain !== null) hosts.forget(custom_domain);
      hosts.forget(platformNameOf(env, slug));
      return linkSettingsOf(env, after);
    } catch (error) {
      if (!isUniqueViolation(error, 'signup_link_slug')) throw error;
    }
  }
  throw new Refusal('slug_taken');
}

/**
 * Returns whether another merchant holds the domain. If the holder's record is gone, the domain may be
 * claimed, and the claim then waits for its proof. Throws Refusal 'too_many_requests', because this causes
 * DNS queries.
 */
async function isTakenByAnother(
  app: Dependencies,
  merchantId: string,
  domain: string | null,
): Promise<boolean> {
  if (domain === null) return false;
  const { custom_domain: current } = await app.tenancy.withTenant(merchantId, getLinkSettings);
  if (domain === current) return false;
  const looking = lookAtHolder(app, domain, merchantId, () =>
    limitSubject(app.limiter, DOMAIN_CHECKS_PER_MERCHANT, merchantId),
  );
  // A slow DNS is no evidence that the holder is gone.
  const holder = await withDeadline(looking, HOLDER_WITHIN_MS, () => new SlowDns()).catch(
    (error: unknown) => {
      looking.catch(() => undefined);
      if (error instanceof SlowDns) return 'stands' as const;
      throw error;
    },
  );
  return holder === 'stands';
}

async function slugsToTry(tenancy: Tenancy, merchantId: string, slug: string): Promise<string[]> {
  if (slug !== '') return [slug];
  const { name } = await tenancy.withTenant(merchantId, getLinkSettings);
  return slugCandidates(name, merchantId);
}

/** The platform's own hosts and all names below them, where each merchant already has one. */
function isOwnHost(env: Environment, domain: string): boolean {
  return [env.appOrigin, env.publicOrigin].some((origin) => isWithin(domain, new URL(origin).hostname));
}

async function change(
  tx: TenantTransaction,
  staff: StaffSession,
  request: Request,
  wanted: { slug: string; customDomain: string | null; isTaken: boolean },
): Promise<{ before: LinkSettingsRow; after: LinkSettingsRow }> {
  const before = await lockLinkSettings(tx);
  const slugChanges = wanted.slug !== before.signup_link_slug;
  const domainChanges = wanted.customDomain !== before.custom_domain;
  if (domainChanges && wanted.isTaken) throw new Refusal('domain_taken');
  if (slugChanges) {
    const isNew = !before.former_slugs.includes(wanted.slug);
    if (isNew && isReservedSlug(wanted.slug)) throw new Refusal('slug_reserved');
    if (isNew && before.former_slugs.length + 1 >= MAX_SLUGS) throw new Refusal('slug_limit');
    await updateSlug(tx, wanted.slug);
  }
  if (domainChanges) {
    const verificationCode = randomBytes(VERIFICATION_CODE_BYTES).toString('hex');
    const domain = wanted.customDomain;
    await updateCustomDomain(tx, domain === null ? null : { domain, verificationCode });
  }
  if (slugChanges || domainChanges) {
    await recordAudit(tx, {
      action: 'merchant.save_link_settings',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: staff,
      request,
      details: {
        ...(slugChanges && {
          signup_link_slug_before: before.signup_link_slug,
          signup_link_slug_after: wanted.slug,
        }),
        ...(domainChanges && {
          custom_domain_before: before.custom_domain,
          custom_domain_after: wanted.customDomain,
        }),
      },
    });
  }
  return { before, after: await getLinkSettings(tx) };
}
