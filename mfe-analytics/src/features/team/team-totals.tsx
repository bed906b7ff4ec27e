import { formatCents } from 'domain/money';
import { BadgePercent, Banknote, ShoppingBag, Wallet } from 'lucide-react';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { formatCount } from '../../lib/number-formats.ts';
import type { TeamNumbers } from './sort-team.ts';

/** The team's totals. */
export function TeamTotals({ total }: { total: TeamNumbers }) {
  return (
    <StatGrid>
      <StatTile title="Vendas" value={formatCount(total.transactions)} icon={<ShoppingBag />} color="blue" />
      <StatTile title="Receita" value={formatCents(total.revenueCents)} icon={<Banknote />} color="green" />
      <StatTile
        title="Cashback Distribuído"
        value={formatCents(total.cashbackCents)}
        icon={<BadgePercent />}
        color="purple"
      />
      <StatTile
        title="Total Resgatado"
        value={formatCents(total.redeemedCents)}
        icon={<Wallet />}
        color="orange"
      />
    </StatGrid>
  );
}
