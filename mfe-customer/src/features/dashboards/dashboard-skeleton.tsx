import { Card } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import { StatTileSkeleton } from 'ui/stat-tile';
import styles from './dashboard-skeleton.module.css';

/** The balance and the first lines of a history, before they are here. */
export function DashboardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Card className={styles.balance}>
        <Skeleton width="6rem" height="1rem" />
        <Skeleton width="70%" height="2.75rem" />
      </Card>
      <div className={styles.tiles}>
        <StatTileSkeleton />
        <StatTileSkeleton />
      </div>
      <Card className={styles.history}>
        <Skeleton width="11rem" height="1.25rem" />
        <Skeleton height="3.5rem" radius="var(--radius-md)" />
        <Skeleton height="3.5rem" radius="var(--radius-md)" />
        <Skeleton height="3.5rem" radius="var(--radius-md)" />
      </Card>
    </div>
  );
}
