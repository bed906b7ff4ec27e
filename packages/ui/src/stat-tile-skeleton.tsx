/// <reference path="./css-modules.d.ts" />
import { Skeleton } from './skeleton.tsx';
import styles from './stat-tile.module.css';

/** The same size as a StatTile, for the loading state. */
export function StatTileSkeleton({ trend = false }: { trend?: boolean | undefined }) {
  return (
    <div className={styles.tile}>
      <div className={styles.title}>
        <div className={styles.icon}>
          <Skeleton height="100%" radius="inherit" />
        </div>
        <Skeleton width="45%" height="0.875rem" />
      </div>
      <div className={styles.value}>
        <Skeleton width="65%" height="var(--stat-value)" />
      </div>
      {trend && (
        <div className={styles.trend}>
          <Skeleton width="40%" height="1.5em" />
        </div>
      )}
    </div>
  );
}
