import { formatCents } from 'domain/money';
import { errorMessage } from 'federation/error-message';
import { BadgePercent, ReceiptText, ShoppingBag, Sparkles, Users, Wallet } from 'lucide-react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { Comparison, comparisonTrend } from '../../lib/comparison.tsx';
import { formatCount } from '../../lib/figures.ts';
import { Outdated } from '../../lib/outdated.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { TotalPanel, TotalPanels } from './total-panel.tsx';
import type { Dashboard, DashboardQuery } from './use-dashboard.ts';

/** The period's four cards and two panels. */
export function DashboardFigures({ query }: { query: DashboardQuery }) {
  if (query.isPending) {
    return (
      <ScreenState state="loading" label="Carregando os números do período">
        <DashboardSkeleton />
      </ScreenState>
    );
  }
  if (!query.data) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={errorMessage(query.error, 'Não foi possível carregar os números do período')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Card>
    );
  }
  // Without a customer there was no purchase, in any period.
  if (query.data.customers === 0) return <NothingYet />;
  return (
    <Outdated isOutdated={query.isPlaceholderData}>
      <Cards dashboard={query.data} />
      <Totals dashboard={query.data} />
    </Outdated>
  );
}

function Cards({ dashboard }: { dashboard: Dashboard }) {
  const { customers, newCustomersThisMonth, figures, figuresBefore } = dashboard;
  return (
    <StatGrid>
      <StatTile
        title="Total de Clientes"
        value={formatCount(customers)}
        icon={<Users />}
        color="blue"
        trend={newCustomersThisMonth > 0 ? `+${formatCount(newCustomersThisMonth)} este mês` : undefined}
      />
      <StatTile
        title="Transações"
        value={formatCount(figures.transactions)}
        icon={<ShoppingBag />}
        color="green"
        {...comparisonTrend(figures.transactions, figuresBefore.transactions, 'count')}
      />
      <StatTile
        title="Cashback Distribuído"
        value={formatCents(figures.cashbackCents)}
        icon={<BadgePercent />}
        color="purple"
        {...comparisonTrend(figures.cashbackCents, figuresBefore.cashbackCents, 'cents')}
      />
      <StatTile
        title="Ticket Médio"
        value={formatCents(figures.averageTicketCents)}
        icon={<ReceiptText />}
        color="orange"
        {...comparisonTrend(figures.averageTicketCents, figuresBefore.averageTicketCents, 'cents')}
      />
    </StatGrid>
  );
}

function Totals({ dashboard: { figures, figuresBefore } }: { dashboard: Dashboard }) {
  return (
    <TotalPanels>
      <TotalPanel
        title="Cashback Ativo"
        description="Total distribuído no período"
        cents={figures.cashbackCents}
        icon={<Sparkles />}
        trend={<Comparison now={figures.cashbackCents} before={figuresBefore.cashbackCents} kind="cents" />}
      />
      <TotalPanel
        title="Resgates Realizados"
        description="Total resgatado no período"
        cents={figures.redeemedCents}
        icon={<Wallet />}
        trend={<Comparison now={figures.redeemedCents} before={figuresBefore.redeemedCents} kind="cents" />}
      />
    </TotalPanels>
  );
}
