import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { AgainIcon } from '../lib/icons.tsx';
import styles from './arrival-failure.module.css';

/** The page's content when the application can't be loaded. */
export function ArrivalFailure() {
  return (
    <Card>
      <div role="alert" className={styles.failure}>
        <p className={styles.message}>Esta página não pôde ser carregada.</p>
        <Button variant="secondary" icon={<AgainIcon />}>
          Tentar novamente
        </Button>
      </div>
    </Card>
  );
}
