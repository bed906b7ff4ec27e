import { CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import styles from './endpoints-card.module.css';

/** Addresses that are coming. */
export function EndpointsSkeleton() {
  return (
    <>
      <CardHeader title={<Skeleton width="8rem" />} description={<Skeleton width="min(100%, 20rem)" />} />
      <div className={styles.rows}>
        {['a', 'b'].map((row) => (
          <div key={row} className={styles.row}>
            <div className={styles.text}>
              <Skeleton width="min(80%, 22rem)" height="1.25rem" />
              <Skeleton width="min(60%, 14rem)" height="1rem" />
            </div>
            <Skeleton width="min(100%, 18rem)" height="1.375rem" className={styles.last} />
            <Skeleton width="min(100%, 16rem)" height="2.75rem" className={styles.actions} />
          </div>
        ))}
      </div>
    </>
  );
}
