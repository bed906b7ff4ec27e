import { Skeleton } from 'ui/skeleton';
import styles from './audit-skeleton.module.css';

/** Entries that are coming. */
export function AuditSkeleton() {
  return (
    <div>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="min(70%, 16rem)" height="1.25rem" />
          <Skeleton width="9rem" height="1.125rem" />
          <Skeleton width="7rem" height="1.125rem" />
          <Skeleton width="8rem" height="1.125rem" />
        </div>
      ))}
    </div>
  );
}
