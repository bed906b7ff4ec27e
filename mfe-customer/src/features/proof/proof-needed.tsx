import type { PageMerchant } from 'domain/page-context';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { shownOf } from '../../lib/page-context.ts';
import type { ProofSubject } from './proof-calls.ts';
import styles from './proof-needed.module.css';
import { ProveForm } from './prove-form.tsx';

interface ProofNeededProps {
  who: ProofSubject;
  merchant: PageMerchant | null;
  onProved: () => void;
}

/** A redemption that waits until the customer has proved who they are. */
export function ProofNeeded({ who, merchant, onProved }: ProofNeededProps) {
  return (
    <PublicPage merchant={merchant ? shownOf(merchant) : undefined}>
      <Card className={styles.card}>
        <div className={styles.text}>
          <h1 className={styles.title} ref={focusOnArrival} tabIndex={-1}>
            Confirme que é você
          </h1>
          <p className={styles.subtitle}>
            {merchant ? `${merchant.name} pede uma prova` : 'A loja pede uma prova'} antes de descontar este
            resgate do saldo.
          </p>
        </div>
        <ProveForm who={who} onProved={onProved} />
      </Card>
    </PublicPage>
  );
}
