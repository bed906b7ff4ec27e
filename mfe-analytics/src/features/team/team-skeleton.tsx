import { Card, CardHeader } from 'ui/card';
import { Skeleton } from 'ui/skeleton';
import { StatGrid } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { TableSkeleton } from '../../lib/table-skeleton.tsx';
import { TEAM_SORTS, type TeamSort } from './sort-team.ts';
import styles from './team-report.module.css';

const COLUMNS = (Object.keys(TEAM_SORTS) as TeamSort[]).map((column) => ({
  header: TEAM_SORTS[column],
  align: column === 'name' ? ('start' as const) : ('end' as const),
  lines: column === 'revenueCents' || column === 'unconfirmedCents' ? (2 as const) : (1 as const),
}));

/** As large as a small team's numbers. */
export function TeamSkeleton() {
  return (
    <div className={styles.report}>
      <StatGrid>
        {[1, 2, 3, 4].map((tile) => (
          <StatTileSkeleton key={tile} />
        ))}
      </StatGrid>
      <Card flush className={styles.card}>
        <CardHeader
          title={<Skeleton width="10rem" height="1.35rem" />}
          description={<Skeleton width="min(100%, 28rem)" height="1.3rem" />}
        />
        <TableSkeleton columns={COLUMNS} rows={3} />
      </Card>
    </div>
  );
}
