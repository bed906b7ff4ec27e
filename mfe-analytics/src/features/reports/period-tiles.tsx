import { formatCents } from 'domain/money';
import { BadgePercent, Banknote, ShoppingBag, Wallet } from 'lucide-react';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { comparisonTrend } from '../../lib/comparison.tsx';
import { formatCount } from '../../lib/number-formats.ts';
import type { PeriodReport } from './use-period-report.ts';

/** The four sums of the period, each beside that of the days before. */
export function PeriodTiles({ report }: { report: PeriodReport }) {
  const { figures: totals, figuresBefore: totalsBefore } = report;
  const compare = (key: 'transactions' | 'revenueCents' | 'cashbackCents' | 'redeemedCents') =>
    comparisonTrend(totals[key], totalsBefore[key], key === 'transactions' ? 'count' : 'cents', report);
  return (
    <StatGrid>
      <StatTile
        title="Total de Transações"
        value={formatCount(totals.transactions)}
        icon={<ShoppingBag />}
        color="blue"
        {...compare('transactions')}
      />
      <StatTile
        title="Receita Total"
        value={formatCents(totals.revenueCents)}
        icon={<Banknote />}
        color="green"
        {...compare('revenueCents')}
      />
      <StatTile
        title="Cashback Distribuído"
        value={formatCents(totals.cashbackCents)}
        icon={<BadgePercent />}
        color="purple"
        {...compare('cashbackCents')}
      />
      <StatTile
        title="Total Resgatado"
        value={formatCents(totals.redeemedCents)}
        icon={<Wallet />}
        color="orange"
        {...compare('redeemedCents')}
      />
    </StatGrid>
  );
}

export function PeriodTilesSkeleton() {
  return (
    <StatGrid>
      {[1, 2, 3, 4].map((tile) => (
        <StatTileSkeleton key={tile} trend />
      ))}
    </StatGrid>
  );
}
