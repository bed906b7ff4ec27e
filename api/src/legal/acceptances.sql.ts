import type { LegalDocument } from 'domain/legal-documents';
import type { ReadText } from 'domain/terms-inputs';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface NewAcceptance {
  employeeId: string;
  acceptedAt: Moment;
  ip: string;
  userAgent: string | null;
  texts: readonly ReadText[];
}

/** Inserts an acceptance of each text; the same employee's first one stays. Returns whether any is new. */
export async function insertAcceptances(tx: TenantTransaction, acceptance: NewAcceptance): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'insert_terms_acceptances',
      text: `INSERT INTO terms_acceptances
               (merchant_id, employee_id, accepted_at, ip, user_agent, document, version, text_hash)
             SELECT $1, $2, $3, $4, $5, document, version, text_hash
             FROM unnest($6::text[], $7::integer[], $8::text[]) AS accepted (document, version, text_hash)
             ON CONFLICT DO NOTHING RETURNING document`,
    },
    [
      tx.merchantId,
      acceptance.employeeId,
      acceptance.acceptedAt,
      acceptance.ip,
      acceptance.userAgent,
      acceptance.texts.map(({ document }) => document),
      acceptance.texts.map(({ version }) => version),
      acceptance.texts.map(({ textHash }) => textHash),
    ],
  );
  return rows.length > 0;
}

export interface AcceptanceRow {
  document: LegalDocument;
  version: number;
  text_hash: string;
  accepted_at: Moment;
  employee_name: string;
}

/**
 * Returns for each document the merchant's first acceptance of the present text, or else of the newest
 * version that it accepted. `ignoredHashes`: texts whose acceptance does not count.
 */
export async function listLatestAcceptances(
  tx: TenantTransaction,
  { presentHashes, ignoredHashes }: { presentHashes: string[]; ignoredHashes: string[] },
): Promise<AcceptanceRow[]> {
  return await tx.query<AcceptanceRow>(
    {
      name: 'list_latest_terms_acceptances',
      text: `SELECT DISTINCT ON (a.document) a.document, a.version, a.text_hash, a.accepted_at, e.name AS employee_name
             FROM terms_acceptances a
             JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.employee_id
             WHERE a.merchant_id = $1 AND a.text_hash <> ALL ($3)
             ORDER BY a.document, a.text_hash = ANY ($2) DESC, a.version DESC, a.accepted_at, a.employee_id`,
    },
    [tx.merchantId, presentHashes, ignoredHashes],
  );
}
