import { Skeleton } from 'ui/skeleton';
import styles from './customer-list.module.css';

/** Rows that are coming. */
export function CustomerListSkeleton() {
  return (
    <div className={styles.skeleton}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <div className={styles.skeletonWho}>
            <Skeleton width="min(80%, 14rem)" height="1.25rem" />
            <Skeleton width="min(60%, 9rem)" height="1rem" />
          </div>
          <Skeleton width="5rem" height="1.25rem" />
          <Skeleton width="5rem" height="1.25rem" />
          <Skeleton width="7rem" height="2.25rem" />
        </div>
      ))}
    </div>
  );
}
