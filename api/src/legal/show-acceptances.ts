import { ACCEPTANCE_DAYS } from 'domain/legal-documents';
import type { ReadText } from 'domain/terms-inputs';
import type { App } from '../context.ts';
import { listLatestAcceptances } from './acceptances.sql.ts';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { presentTexts } from './platform-document.ts';

const DAY_MS = 86_400_000;

/** A text of the platform in its present version, and what the merchant has accepted of it. */
export interface DocumentAcceptance extends ReadText {
  /** 'yyyy-MM-dd' */
  date: string;
  changes: string;
  /** 'yyyy-MM-dd': until this day the present version may be put off. */
  deadline: string;
  /** The present text is accepted, with the platform's data that it holds now. */
  isAccepted: boolean;
  /** The present version is not accepted, and may no longer be put off. */
  isDue: boolean;
  /** The acceptance of the present text, or else of the newest version; null if none. `at` is ISO 8601. */
  accepted: { version: number; at: string; by: string } | null;
}

/**
 * Shows what the merchant has accepted of each text, and what waits to be. A model that was accepted counts
 * for nothing once the platform's data is set: it named no party.
 */
export async function showAcceptances(
  { tenancy, env }: Pick<App, 'tenancy' | 'env'>,
  merchantId: string,
): Promise<DocumentAcceptance[]> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const present = presentTexts(env.platformIdentity);
    const hashesOf = (texts: ReadText[]) => texts.map(({ textHash }) => textHash);
    const rows = await listLatestAcceptances(tx, {
      presentHashes: hashesOf(present),
      ignoredHashes: env.platformIdentity ? hashesOf(presentTexts(undefined)) : [],
    });
    return present.map((text) => {
      const { document, version, textHash } = text;
      const { date, changes } = LEGAL_TEXTS[document];
      const row = rows.find((each) => each.document === document);
      const until = Date.parse(date) + ACCEPTANCE_DAYS * DAY_MS;
      return {
        ...text,
        date,
        changes,
        deadline: new Date(until).toISOString().slice(0, 10),
        isAccepted: row?.text_hash === textHash,
        isDue: (row?.version ?? 0) < version && tx.now.getTime() >= until + DAY_MS,
        accepted: row
          ? { version: row.version, at: row.accepted_at.toISOString(), by: row.employee_name }
          : null,
      };
    });
  });
}
