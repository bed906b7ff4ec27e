import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { StatGrid } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import factStyles from './customer-facts.module.css';
import styles from './customer-skeleton.module.css';
import { LedgerRowsSkeleton } from './ledger-skeleton.tsx';

/** Facts, tiles and the first rows, at the size they will have. */
export function CustomerSkeleton() {
  return (
    <ScreenState state="loading" label="Carregando cliente">
      <div className={styles.screen}>
        <div className={factStyles.facts}>
          {['phone', 'email', 'since', 'last'].map((fact) => (
            <div key={fact} className={factStyles.fact}>
              <Skeleton width="4.5rem" height="1.125rem" />
              <Skeleton width="7.5rem" height="1.25rem" />
            </div>
          ))}
        </div>
        <StatGrid>
          <StatTileSkeleton />
          <StatTileSkeleton />
          <StatTileSkeleton />
        </StatGrid>
        <div className={styles.tabs}>
          <Skeleton width="4rem" height="1.25rem" />
          <Skeleton width="4rem" height="1.25rem" />
          <Skeleton width="4rem" height="1.25rem" />
        </div>
        <Card flush>
          <LedgerRowsSkeleton />
        </Card>
      </div>
    </ScreenState>
  );
}
