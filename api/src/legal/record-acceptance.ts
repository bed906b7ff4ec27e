import type { ReadText } from 'domain/terms-inputs';
import { toAuditRow } from '../audit/audit-row.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertAcceptances } from './acceptances.sql.ts';

/** An acceptance as JSON, which waits in a sign-up until its e-mail is proved. */
export interface TermsAcceptance {
  texts: readonly ReadText[];
  /** ISO 8601, by the database's clock. */
  acceptedAt: string;
  ip: string;
  userAgent?: string | undefined;
}

/**
 * Records for good who accepted which texts, when and from where, with an audit entry; a repeat records
 * nothing.
 */
export async function recordAcceptance(
  tx: TenantTransaction,
  employeeId: string,
  { texts, acceptedAt, ip, userAgent }: TermsAcceptance,
): Promise<void> {
  const entry = {
    action: 'terms.accept',
    entity: 'merchant',
    entityId: tx.merchantId,
    actor: { employeeId },
    request: { ip, userAgent },
    details: Object.fromEntries(texts.map(({ document, version }) => [`${document}Version`, version])),
  } as const;
  const { userAgent: stored } = toAuditRow(entry);
  const acceptance = { employeeId, acceptedAt: new Moment(acceptedAt), ip, userAgent: stored, texts };
  if (await insertAcceptances(tx, acceptance)) await recordAudit(tx, entry);
}
