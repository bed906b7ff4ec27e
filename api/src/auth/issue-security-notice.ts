import { SECURITY_NOTICE_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertSecurityNotice, type SecurityNoticeKind } from './security-notices.sql.ts';

/** Notices of one kind to one employee: an intruder with the password cannot flood the mailbox. */
const PER_DAY = 10;

/**
 * Tells the employee of a login or a change, in the caller's transaction; a job mails it. The mail's 'Não fui
 * eu' is a link that `disownNotice` uses. Does nothing without a mail server.
 */
export async function issueSecurityNotice(
  { mail, tokens }: Pick<App, 'mail' | 'tokens'>,
  tx: TenantTransaction,
  {
    request,
    ...notice
  }: {
    kind: SecurityNoticeKind;
    employeeId: string;
    email: string;
    request: { ip: string; userAgent?: string | undefined };
  },
): Promise<void> {
  if (!mail) return;
  const id = newId();
  const isNew = await insertSecurityNotice(tx, {
    ...notice,
    id,
    tokenHash: sha256(tokens.tokenFor('NOTICE', tx.merchantId, id)),
    ip: request.ip,
    userAgent: request.userAgent?.slice(0, 300) ?? null,
    ttlSeconds: SECURITY_NOTICE_TTL_SECONDS,
    perDay: PER_DAY,
  });
  if (isNew) await enqueueJob(tx, 'send-security-notice', { merchantId: tx.merchantId, noticeId: id });
}
