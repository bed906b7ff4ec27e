import { formatDayAndTime } from 'domain/local-dates';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import type { Tenancy } from '../tenant.ts';
import type { DocumentPage } from './document-page.ts';
import { type DocumentMerchantRow, getDocumentMerchant } from './merchant-documents.sql.ts';
import { listProgramRules } from './program-rules.sql.ts';
import { programRulesText } from './program-rules-text.ts';
import { renderText } from './render-text.ts';

/**
 * The regulation of a merchant's program: the version in force, or that of the number. Undefined for a number
 * that no version has.
 */
export async function showProgramRules(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  version: number | undefined,
): Promise<DocumentPage | undefined> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const merchant = await getDocumentMerchant(tx);
    const versions = await listProgramRules(tx);
    const [current] = versions;
    const rules = version === undefined ? current : versions.find((each) => each.version === version);
    if (!rules) return undefined;
    const at = (moment: Date) => formatDayAndTime(moment.toISOString(), merchant.time_zone);
    const next = versions.findLast((each) => each.version > rules.version);
    const slug = merchant.signup_link_slug;
    return {
      title: 'Regulamento do programa',
      text: renderText(programRulesText(merchant, rules, versions)),
      version: `Versão ${rules.version}, desde ${at(rules.holds_from)}`,
      merchant: documentBand(merchant),
      warning: next && {
        title: 'Esta versão já foi substituída.',
        message: `Ela valeu até ${at(next.holds_from)}. Créditos recebidos até lá guardam o valor e as datas. Os números são os desta versão; a redação é a de hoje.`,
      },
      links: [
        ...(next ? [{ label: 'Versão atual', href: `/regulamento/${slug}` }] : []),
        { label: 'Privacidade', href: `/privacidade/${slug}` },
      ],
    };
  });
}

/** The merchant as the header of its documents shows it. */
export function documentBand(merchant: DocumentMerchantRow): DocumentPage['merchant'] {
  return {
    name: merchant.name,
    programName: merchant.program_name,
    logoUrl: pageLogoUrl(merchant.logo_url),
    brandColor: merchant.brand_color,
  };
}
