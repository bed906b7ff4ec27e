import { type ReactNode, useEffect, useState } from 'react';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { Spinner } from 'ui/spinner';
import styles from './confirmation-progress.module.css';

/** From here on people wonder whether anything is happening. */
const SLOW_MS = 6_000;

/** The spinner, and after a while a word for who waits on a bad network. */
export function ConfirmationProgress({ children }: { children: ReactNode }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PublicPage>
      <Card className={styles.card}>
        <span className={styles.ring}>
          <Spinner size="large" />
        </span>
        <div role="status" className={styles.words}>
          <p className={styles.text}>{children}</p>
          {isSlow && <p className={styles.slow}>A conexão está lenta. Mantenha esta página aberta.</p>}
        </div>
      </Card>
    </PublicPage>
  );
}
