import { StatGrid } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import styles from './current-month-skeleton.module.css';
import { MonthPanelSkeleton, MonthPanels } from './month-panel.tsx';

/** Of the size of the month's figures. */
export function CurrentMonthSkeleton() {
  return (
    <div className={styles.stack}>
      <StatGrid>
        <StatTileSkeleton trend />
        <StatTileSkeleton />
        <StatTileSkeleton />
        <StatTileSkeleton />
      </StatGrid>
      <MonthPanels>
        <MonthPanelSkeleton />
        <MonthPanelSkeleton />
      </MonthPanels>
    </div>
  );
}
