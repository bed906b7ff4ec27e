import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { describeDevice } from '../lib/describe-device.ts';
import { sha256 } from '../lib/tokens.ts';
import { hasLogin } from './claim-email.ts';
import {
  findOpenSecurityNotice,
  findSecurityNoticeByHash,
  type OpenSecurityNoticeRow,
  type SecurityNoticeKind,
} from './security-notices.sql.ts';

export interface SecurityNotice {
  kind: SecurityNoticeKind;
  email: string;
  /** Disowning it makes `email` the account's again. */
  restoresEmail: boolean;
  merchantName: string;
  createdAt: string;
  timeZone: string;
  /** 'Chrome em Windows' */
  device: string;
}

/** The fields of a notice that the screen shows; it changes nothing. Throws Refusal 'invalid_notice_link'. */
export async function openSecurityNotice(app: Pick<App, 'tenancy'>, token: string): Promise<SecurityNotice> {
  const notice = await getOpenSecurityNotice(app, token);
  return {
    kind: notice.kind,
    email: notice.email,
    restoresEmail: notice.email !== notice.currentEmail,
    merchantName: notice.merchantName,
    createdAt: notice.createdAt.toISOString(),
    timeZone: notice.timeZone,
    device: describeDevice(notice.userAgent),
  };
}

/**
 * The notice, if it may still be disowned. Throws Refusal 'invalid_notice_link' alike for one that is
 * unknown, used or expired, whose employee may not sign in, or whose address another account has proved: its
 * mailbox is no longer this employee's alone.
 */
export async function getOpenSecurityNotice(
  { tenancy }: Pick<App, 'tenancy'>,
  token: string,
): Promise<OpenSecurityNoticeRow & { id: string; merchantId: string }> {
  const known = await findSecurityNoticeByHash(tenancy, sha256(token));
  const notice =
    known && (await tenancy.withTenant(known.merchantId, (tx) => findOpenSecurityNotice(tx, known.id)));
  if (!notice || (notice.email !== notice.currentEmail && (await hasLogin({ tenancy }, notice.email))))
    throw new Refusal('invalid_notice_link');
  return { ...notice, ...known };
}
