import { formatCents } from 'domain/money';
import { Hourglass, Percent, ScanLine, TimerOff } from 'lucide-react';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { formatCount, formatTenths } from '../../lib/number-formats.ts';
import type { UnconfirmedReport } from './use-unconfirmed.ts';

/** The amount of unconfirmed cashback, and the part that can still be confirmed. */
export function UnconfirmedTiles({ report }: { report: UnconfirmedReport }) {
  return (
    <StatGrid>
      <StatTile
        title="Ninguém buscou"
        value={formatCents(report.cents)}
        icon={<ScanLine />}
        color="purple"
        note={inPurchases(report.transactions)}
      />
      <StatTile
        title="Parte das vendas"
        value={formatTenths(report.shareTenths)}
        icon={<Percent />}
        color="blue"
        note="das vendas do período"
      />
      <StatTile
        title="Ainda pode ser escaneado"
        value={formatCents(report.recentCents)}
        icon={<Hourglass />}
        color="green"
        note={inPurchases(report.recentTransactions)}
      />
      <StatTile
        title="Perdeu o prazo"
        value={formatCents(report.lapsedCents)}
        icon={<TimerOff />}
        color="orange"
        note={inPurchases(report.lapsedTransactions)}
      />
    </StatGrid>
  );
}

function inPurchases(purchases: number): string {
  return purchases === 1 ? 'em 1 venda' : `em ${formatCount(purchases)} vendas`;
}
