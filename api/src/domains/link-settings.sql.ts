import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { DomainFinding } from './find-domain-proof.ts';

export interface LinkSettingsRow {
  name: string;
  signup_link_slug: string;
  /** Newest first. They still lead to the merchant. */
  former_slugs: string[];
  custom_domain: string | null;
  /** Set if any of the merchant's own tags runs on its pages. */
  has_tags: boolean;
  custom_domain_status: 'waiting' | 'verified' | 'failed' | null;
  custom_domain_verification_code: string | null;
  custom_domain_checked_at: Moment | null;
  custom_domain_finding: DomainFinding | null;
  /** The moment since which a verified domain's record is missing, and that of the owners' last warning. */
  custom_domain_missing_since: Moment | null;
  custom_domain_warned_at: Moment | null;
  time_zone: string;
}

const LINK_SETTINGS = `SELECT m.name, m.signup_link_slug, m.custom_domain, m.custom_domain_status,
    (m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL) AS has_tags,
    m.custom_domain_verification_code, m.custom_domain_checked_at, m.custom_domain_finding,
    m.custom_domain_missing_since, m.custom_domain_warned_at, m.time_zone,
    ARRAY(SELECT s.signup_link_slug FROM merchant_slugs s
          WHERE s.merchant_id = m.id AND s.signup_link_slug <> m.signup_link_slug
          ORDER BY s.created_at DESC, s.signup_link_slug) AS former_slugs
  FROM merchants m WHERE m.id = $1`;

export async function getLinkSettings(tx: TenantTransaction): Promise<LinkSettingsRow> {
  const [row] = await tx.query<LinkSettingsRow>({ name: 'get_link_settings', text: LINK_SETTINGS }, [
    tx.merchantId,
  ]);
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** Like `getLinkSettings`, and locks the merchant's row until the transaction ends. */
export async function lockLinkSettings(tx: TenantTransaction): Promise<LinkSettingsRow> {
  const [row] = await tx.query<LinkSettingsRow>(
    { name: 'lock_link_settings', text: `${LINK_SETTINGS} FOR NO KEY UPDATE OF m` },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** Throws a unique violation of 'signup_link_slug' if the slug is or was another merchant's. */
export async function updateSlug(tx: TenantTransaction, slug: string): Promise<void> {
  await tx.query({ name: 'update_slug', text: 'UPDATE merchants SET signup_link_slug = $2 WHERE id = $1' }, [
    tx.merchantId,
    slug,
  ]);
}

/** Starts a new claim and clears all earlier proofs and findings. */
export async function updateCustomDomain(
  tx: TenantTransaction,
  claim: { domain: string; verificationCode: string } | null,
): Promise<void> {
  await tx.query(
    {
      name: 'update_custom_domain',
      text: `UPDATE merchants SET custom_domain = $2, custom_domain_status = $3, custom_domain_verification_code = $4,
               custom_domain_checked_at = NULL, custom_domain_finding = NULL, custom_domain_missing_since = NULL,
               custom_domain_warned_at = NULL
             WHERE id = $1`,
    },
    [
      tx.merchantId,
      claim?.domain ?? null,
      claim === null ? null : 'waiting',
      claim?.verificationCode ?? null,
    ],
  );
}

/** Throws a unique violation of 'merchants_verified_domain_key' if another merchant has the domain. */
export async function updateDomainCheck(
  tx: TenantTransaction,
  check: {
    status: string;
    checkedAt: Moment;
    finding: DomainFinding;
    missingSince: Moment | null;
    warnedAt: Moment | null;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'update_domain_check',
      text: `UPDATE merchants SET custom_domain_status = $2, custom_domain_checked_at = $3, custom_domain_finding = $4,
               custom_domain_missing_since = $5, custom_domain_warned_at = $6
             WHERE id = $1`,
    },
    [
      tx.merchantId,
      check.status,
      check.checkedAt,
      JSON.stringify(check.finding),
      check.missingSince,
      check.warnedAt,
    ],
  );
}
