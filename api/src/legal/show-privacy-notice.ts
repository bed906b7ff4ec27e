import { formatDay } from 'domain/local-dates';
import type { Environment } from '../env.ts';
import type { Tenancy } from '../tenant.ts';
import type { DocumentPage } from './document-page.ts';
import { getDocumentMerchant } from './merchant-documents.sql.ts';
import { privacyNoticeText } from './privacy-notice-text.ts';
import { renderText } from './render-text.ts';
import { documentBand } from './show-program-rules.ts';

/** Shows what merchant and platform store of the merchant's customers, by the present settings. */
export async function showPrivacyNotice(
  { tenancy, env }: { tenancy: Tenancy; env: Pick<Environment, 'platformIdentity'> },
  merchantId: string,
): Promise<DocumentPage> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const merchant = await getDocumentMerchant(tx);
    return {
      title: 'Política de privacidade',
      text: renderText(privacyNoticeText(merchant, env.platformIdentity?.subprocessors)),
      version: `Conforme o que a loja usa em ${formatDay(tx.now.getTime(), merchant.time_zone)}`,
      merchant: documentBand(merchant),
      links: [{ label: 'Regulamento', href: `/regulamento/${merchant.signup_link_slug}` }],
    };
  });
}
