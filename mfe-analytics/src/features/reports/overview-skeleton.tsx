import type { Period } from 'domain/report-periods';
import { AmountsCard } from './amounts-card.tsx';
import { mayGroup, usualGrouping } from './chart-points.ts';
import { GroupingChoice } from './grouping-choice.tsx';
import { InsightsSkeleton } from './insights.tsx';
import styles from './overview.module.css';
import { PeriodTilesSkeleton } from './period-tiles.tsx';
import { TransactionsCard } from './transactions-card.tsx';

/** The same cards with nothing in them yet, so that they are of the same size. */
export function OverviewSkeleton({ period }: { period: Period }) {
  const grouping = usualGrouping(period);
  return (
    <div className={styles.report}>
      <PeriodTilesSkeleton />
      <div className={styles.columns}>
        {mayGroup(period) && <GroupingChoice grouping={grouping} />}
        <AmountsCard grouping={grouping} />
        <TransactionsCard grouping={grouping} />
        <InsightsSkeleton />
      </div>
    </div>
  );
}
