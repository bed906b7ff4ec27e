import { Skeleton } from 'ui/skeleton';
import styles from './ledger.module.css';

/** Rows that are coming. */
export function LedgerRowsSkeleton() {
  return (
    <div className={styles.rows}>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="min(80%, 18rem)" height="1.25rem" />
          <Skeleton width="5rem" height="1.25rem" />
          <Skeleton width="min(60%, 12rem)" height="1.125rem" />
          <Skeleton width="6.5rem" height="1.125rem" />
        </div>
      ))}
    </div>
  );
}
