import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import { BAD_PASSWORD_LINKS_PER_ADDRESS } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import {
  findOpenPasswordLink,
  findPasswordLinkByHash,
  type OpenPasswordLinkRow,
  type PasswordLinkKind,
} from './password-links.sql.ts';

export interface PasswordLink {
  kind: PasswordLinkKind;
  employeeName: string;
  /** Whom the password will be for; the screen's password manager needs it. */
  email: string;
  merchantName: string;
}

/** What the screen shows to whoever came by a link. Throws Refusal 'invalid_password_link'. */
export async function openPasswordLink(
  app: Pick<App, 'limiter' | 'tenancy'>,
  token: string,
  request: { ip: string },
): Promise<PasswordLink> {
  const link = await getOpenPasswordLink(app, token, request);
  return {
    kind: link.kind,
    employeeName: link.employeeName,
    email: link.email,
    merchantName: link.merchantName,
  };
}

/**
 * Unknown, used, over, or of somebody who may not sign in: all the same Refusal 'invalid_password_link', or
 * 'too_many_requests'. A link that is good is found however many were not.
 */
export async function getOpenPasswordLink(
  { limiter, tenancy }: Pick<App, 'limiter' | 'tenancy'>,
  token: string,
  { ip }: { ip: string },
): Promise<OpenPasswordLinkRow & { id: string; merchantId: string }> {
  const known = await findPasswordLinkByHash(tenancy, sha256(token));
  const link =
    known && (await tenancy.withTenant(known.merchantId, (tx) => findOpenPasswordLink(tx, known.id, tx.now)));
  if (!link) {
    await limitCalls(limiter, perAddress(BAD_PASSWORD_LINKS_PER_ADDRESS, ip));
    throw new Refusal('invalid_password_link');
  }
  return { ...link, ...known };
}
