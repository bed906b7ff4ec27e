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
  /** The e-mail that the password will belong to; the browser's password manager needs it. */
  email: string;
  merchantName: string;
}

/** The fields of a link that the screen shows. Throws as `getOpenPasswordLink`. */
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
 * The link, if it may still be used. Throws Refusal 'invalid_password_link' alike for one that is unknown,
 * used or expired, or whose employee may not sign in; 'too_many_requests' after many of them. A valid link
 * opens however many invalid ones came before.
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
