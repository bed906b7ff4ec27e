import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sha256 } from '../lib/tokens.ts';
import { findEmailLinkByHash, findOpenEmailLink, type OpenEmailLinkRow } from './email-links.sql.ts';

export interface EmailLink {
  kind: 'signup' | 'change';
  email: string;
  merchantName: string;
}

/** What the screen shows for a link. Throws Refusal 'invalid_email_link'. */
export async function openEmailLink(app: Pick<App, 'tenancy'>, token: string): Promise<EmailLink> {
  const link = await getOpenEmailLink(app, token);
  return { kind: link.signup ? 'signup' : 'change', email: link.email, merchantName: link.merchantName };
}

/** Unknown, used, over, or of somebody who may not sign in: all the same Refusal 'invalid_email_link'. */
export async function getOpenEmailLink(
  { tenancy }: Pick<App, 'tenancy'>,
  token: string,
): Promise<OpenEmailLinkRow & { id: string; merchantId: string }> {
  const known = await findEmailLinkByHash(tenancy, sha256(token));
  const link = known && (await tenancy.withTenant(known.merchantId, (tx) => findOpenEmailLink(tx, known.id)));
  if (!link) throw new Refusal('invalid_email_link');
  return { ...link, ...known };
}
