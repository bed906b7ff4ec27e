import { Loading } from 'ui/loading';
import { PublicPage, type PublicPageMerchant } from 'ui/public-page';
import { Skeleton } from 'ui/skeleton';
import { FormCard } from '../../lib/form-card.tsx';
import { WithoutScript } from '../../lib/without-script.tsx';
import { SignupHeading } from './signup-heading.tsx';
import styles from './signup-skeleton.module.css';

interface SignupSkeletonProps {
  /** Known where the page came with its merchant. */
  merchant: (PublicPageMerchant & { rate: string }) | undefined;
}

/**
 * The whole page before its form is here. A plain function of its props: the first paint writes it as text.
 */
export function SignupSkeleton({ merchant }: SignupSkeletonProps) {
  return (
    <PublicPage merchant={merchant}>
      <FormCard>
        {merchant ? (
          <SignupHeading merchantName={merchant.name} rate={merchant.rate} />
        ) : (
          <div aria-hidden="true" className={styles.heading}>
            <Skeleton width="80%" height="1.625rem" />
            <Skeleton width="95%" height="1rem" />
          </div>
        )}
        <WithoutScript hides={styles.form}>
          <p>Para se cadastrar, ative o JavaScript nas configurações do navegador e abra o link de novo.</p>
        </WithoutScript>
        <Loading label="Carregando cadastro">
          <FormSkeleton />
        </Loading>
      </FormCard>
    </PublicPage>
  );
}

/** Three fields with their hints, the two boxes with theirs, the documents' line, and a button. */
function FormSkeleton() {
  return (
    <div className={styles.form}>
      {['name', 'email', 'phone'].map((field) => (
        <div key={field} className={styles.field}>
          <Skeleton width="6rem" height="1.1875rem" />
          <Skeleton height="var(--control-height)" radius="var(--radius-md)" />
          {field !== 'name' && <Skeleton width="60%" height="1.125rem" />}
        </div>
      ))}
      <div className={styles.field}>
        <Skeleton width="50%" height="1.125rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="2.5rem" />
      </div>
      <Skeleton width="90%" height="1.3125rem" />
      <Skeleton height="var(--control-height-large)" radius="var(--radius-lg)" />
    </div>
  );
}
