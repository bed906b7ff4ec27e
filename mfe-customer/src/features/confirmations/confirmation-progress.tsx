import type { PageMerchant } from 'domain/page-context';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { Spinner } from 'ui/spinner';
import { shownOf } from '../../lib/page-context.ts';
import { WithoutScript } from '../../lib/without-script.tsx';
import type { ConfirmationKind } from './confirmation.ts';
import styles from './confirmation-progress.module.css';

const MESSAGES: Record<ConfirmationKind, string> = {
  cashback: 'Processando seu cashback...',
  redemption: 'Processando seu resgate...',
};

interface ConfirmationProgressProps {
  kind: ConfirmationKind;
  /** Known where the page came with its merchant. */
  merchant: PageMerchant | null;
  /** The wait has become noticeable. */
  isSlow: boolean;
}

/** The spinner, and after a while a notice about a slow network. */
export function ConfirmationProgress({ kind, merchant, isSlow }: ConfirmationProgressProps) {
  return (
    <PublicPage merchant={merchant ? shownOf(merchant) : undefined}>
      <Card className={styles.card}>
        <div className={styles.waiting}>
          <span className={styles.ring}>
            <Spinner size="large" />
          </span>
          <div role="status" className={styles.body}>
            <h1 className={styles.text}>{MESSAGES[kind]}</h1>
            {isSlow && <p className={styles.slow}>A conexão está lenta. Mantenha esta página aberta.</p>}
          </div>
        </div>
        <WithoutScript hides={styles.waiting}>
          <p className={styles.text}>Falta um passo para confirmar</p>
          <p>
            Ative o JavaScript nas configurações do navegador e abra o link de novo. Se preferir, peça ajuda
            no balcão: quem atendeu você consegue ver se já foi confirmado.
          </p>
        </WithoutScript>
      </Card>
    </PublicPage>
  );
}
