import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import { findEmailLinkByHash, findOpenEmailLink, type OpenEmailLinkRow } from './email-links.sql.ts';

export interface EmailLink {
  kind: 'signup' | 'change';
  email: string;
  merchantName: string;
}

/** The fields of a link that the screen shows. Throws Refusal 'invalid_email_link'. */
export async function openEmailLink(app: Pick<App, 'tenancy'>, token: string): Promise<EmailLink> {
  const link = await getOpenEmailLink(app, token);
  return { kind: link.signup ? 'signup' : 'change', email: link.email, merchantName: link.merchantName };
}

/**
 * The link, if it may still be used. Throws Refusal 'invalid_email_link' alike for one that is unknown, used
 * or expired, or whose employee may not sign in.
 */
export async function getOpenEmailLink(
  { tenancy }: Pick<App, 'tenancy'>,
  token: string,
): Promise<OpenEmailLinkRow & { id: string; merchantId: string }> {
  const known = await findEmailLinkByHash(tenancy, sha256(token));
  const link = known && (await tenancy.withTenant(known.merchantId, (tx) => findOpenEmailLink(tx, known.id)));
  if (!link) throw new Refusal('invalid_email_link');
  return { ...link, ...known };
}
