import { Card } from 'ui/card';
import { Loading } from 'ui/loading';
import { Skeleton } from 'ui/skeleton';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { WithoutScript } from '../../lib/without-script.tsx';
import styles from './dashboard-skeleton.module.css';

/** The balance and the first lines of a history, before they are here. */
export function DashboardSkeleton() {
  return (
    <>
      <WithoutScript hides={styles.skeleton}>
        <Card>
          Para ver seu saldo, ative o JavaScript nas configurações do navegador e abra esta página de novo.
        </Card>
      </WithoutScript>
      <Loading label="Carregando saldo">
        <Shapes />
      </Loading>
    </>
  );
}

function Shapes() {
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
