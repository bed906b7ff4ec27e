import { useDocumentTitle } from 'federation/use-document-title';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { merchantOfPage } from '../../lib/page-context.ts';
import styles from './phone-entry-page.module.css';
import { PhoneForm } from './phone-form.tsx';

/** The form that asks for a phone to show its balance: the installed page's first screen. */
export function PhoneEntryPage({ slug }: { slug: string | undefined }) {
  const merchant = merchantOfPage(slug);
  useDocumentTitle(merchant?.programName ?? 'Meu Cashback', merchant?.name);
  return (
    <PublicPage {...(merchant && { merchant })}>
      <Card className={styles.card}>
        <div className={styles.text}>
          <h1 className={styles.title}>Ver meu saldo</h1>
          <p className={styles.subtitle}>Digite o telefone que você informa nas suas compras.</p>
        </div>
        <PhoneForm slug={slug} />
      </Card>
    </PublicPage>
  );
}
