import { formatCents } from 'domain/money';
import { errorMessage } from 'federation/error-message';
import { BadgePercent, ReceiptText, ShoppingBag, Sparkles, Users, Wallet } from 'lucide-react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { Comparison, comparisonTrend } from '../../lib/comparison.tsx';
import { formatCount } from '../../lib/number-formats.ts';
import { Outdated } from '../../lib/outdated.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { TotalPanel, TotalPanels } from './total-panel.tsx';
import { type Dashboard, type DashboardQuery, isBeforePurchases } from './use-dashboard.ts';

/** The period's four cards and two panels. */
export function DashboardTotals({ query }: { query: DashboardQuery }) {
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
  if (isBeforePurchases(query)) return <NothingYet customers={query.data.customers} />;
  return (
    <Outdated isOutdated={query.isPlaceholderData}>
      <Cards dashboard={query.data} />
      <Totals dashboard={query.data} />
    </Outdated>
  );
}

function Cards({ dashboard }: { dashboard: Dashboard }) {
  const { customers, newCustomersThisMonth, figures: totals, figuresBefore: totalsBefore } = dashboard;
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
        value={formatCount(totals.transactions)}
        icon={<ShoppingBag />}
        color="green"
        {...comparisonTrend(totals.transactions, totalsBefore.transactions, 'count')}
      />
      <StatTile
        title="Cashback Distribuído"
        value={formatCents(totals.cashbackCents)}
        icon={<BadgePercent />}
        color="purple"
        {...comparisonTrend(totals.cashbackCents, totalsBefore.cashbackCents, 'cents')}
      />
      <StatTile
        title="Ticket Médio"
        value={formatCents(totals.averageTicketCents)}
        icon={<ReceiptText />}
        color="orange"
        {...comparisonTrend(totals.averageTicketCents, totalsBefore.averageTicketCents, 'cents')}
      />
    </StatGrid>
  );
}

function Totals({ dashboard: { figures: totals, figuresBefore: totalsBefore } }: { dashboard: Dashboard }) {
  return (
    <TotalPanels>
      <TotalPanel
        title="Cashback Ativo"
        description="Total distribuído no período"
        cents={totals.cashbackCents}
        icon={<Sparkles />}
        trend={<Comparison now={totals.cashbackCents} before={totalsBefore.cashbackCents} kind="cents" />}
      />
      <TotalPanel
        title="Resgates Realizados"
        description="Total resgatado no período"
        cents={totals.redeemedCents}
        icon={<Wallet />}
        trend={<Comparison now={totals.redeemedCents} before={totalsBefore.redeemedCents} kind="cents" />}
      />
    </TotalPanels>
  );
}
