import type { Tenancy } from '../tenant.ts';
import type { DocumentPage } from './document-page.ts';
import { getDocumentMerchant } from './merchant-documents.sql.ts';
import { renderText } from './render-text.ts';
import { documentBand } from './show-program-rules.ts';

/** Writes the answer to the opened link of a notice of erasure; `isKept` where it ended the notice. */
export async function showKeptPage(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  isKept: boolean,
): Promise<DocumentPage> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const merchant = await getDocumentMerchant(tx);
    const slug = merchant.signup_link_slug;
    return {
      title: isKept ? 'Seus dados serão mantidos' : 'Este aviso já terminou',
      text: renderText(
        isKept
          ? `Pronto! Nada será apagado. Os seus dados e o seu saldo ficam guardados por mais ${merchant.inactivity_months} meses, contados de hoje; cada compra começa um novo prazo.\n\nPara ver ou apagar o que a loja guarda, abra [Meus dados](/meus-dados/${slug}).`
          : `Você já respondeu, fez uma compra depois do aviso, ou o prazo passou e os dados foram apagados.\n\nPara conferir, abra [Meus dados](/meus-dados/${slug}).`,
      ),
      version: 'Manter meus dados',
      merchant: documentBand(merchant),
      links: [{ label: 'Privacidade', href: `/privacidade/${slug}` }],
    };
  });
}
