import { StatGrid } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { Outdated } from '../../lib/outdated.tsx';
import { TotalPanelSkeleton, TotalPanels } from './total-panel.tsx';

/** As large as the period's numbers. */
export function DashboardSkeleton() {
  return (
    <Outdated isOutdated={false}>
      <StatGrid>
        <StatTileSkeleton trend />
        <StatTileSkeleton trend />
        <StatTileSkeleton trend />
        <StatTileSkeleton trend />
      </StatGrid>
      <TotalPanels>
        <TotalPanelSkeleton />
        <TotalPanelSkeleton />
      </TotalPanels>
    </Outdated>
  );
}
