import { useDocumentTitle } from 'federation/use-document-title';
import { PublicPage } from 'ui/public-page';
import { FormCard, FormHeading } from '../../lib/form-card.tsx';
import { merchantOfPage } from '../../lib/page-context.ts';
import { PhoneForm } from './phone-form.tsx';

/** The form that asks for a phone to show its balance: the installed page's first screen. */
export function PhoneEntryPage({ slug }: { slug: string | undefined }) {
  const merchant = merchantOfPage(slug);
  useDocumentTitle(merchant?.programName ?? 'Meu Cashback', merchant?.name);
  return (
    <PublicPage {...(merchant && { merchant })}>
      <FormCard>
        <FormHeading title="Ver meu saldo">Digite o telefone que você informa nas suas compras.</FormHeading>
        <PhoneForm slug={slug} />
      </FormCard>
    </PublicPage>
  );
}
