import { formatCents } from 'domain/money';
import { redemptionRateTenths } from 'domain/report-formulas';
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
        {...comparisonTrend(totals.transactions, totalsBefore.transactions, 'count', dashboard)}
      />
      <StatTile
        title="Cashback Distribuído"
        value={formatCents(totals.cashbackCents)}
        icon={<BadgePercent />}
        color="purple"
        {...comparisonTrend(totals.cashbackCents, totalsBefore.cashbackCents, 'cents', dashboard)}
      />
      <StatTile
        title="Ticket Médio"
        value={formatCents(totals.averageTicketCents)}
        icon={<ReceiptText />}
        color="orange"
        {...comparisonTrend(totals.averageTicketCents, totalsBefore.averageTicketCents, 'cents', dashboard)}
      />
    </StatGrid>
  );
}

/** A tenth of a percent of R$ 100. */
const CENTS_OF_HUNDRED = 10;

function Totals({ dashboard }: { dashboard: Dashboard }) {
  const { figures: totals, figuresBefore: totalsBefore, availableCents } = dashboard;
  const comparison = (key: 'cashbackCents' | 'redeemedCents') => (
    <Comparison now={totals[key]} before={totalsBefore[key]} kind="cents" compared={dashboard} />
  );
  return (
    <TotalPanels>
      <TotalPanel
        title="Cashback Ativo"
        description="Total distribuído no período, o mesmo valor do cartão acima"
        cents={totals.cashbackCents}
        icon={<Sparkles />}
        trend={comparison('cashbackCents')}
        aside={{ label: 'Seus clientes podem usar agora', cents: availableCents }}
      />
      <TotalPanel
        title="Resgates Realizados"
        description="Total resgatado no período"
        cents={totals.redeemedCents}
        icon={<Wallet />}
        trend={comparison('redeemedCents')}
        aside={{
          label: 'De cada R$ 100 distribuídos, foram usados',
          cents: redemptionRateTenths(totals.redeemedCents, totals.cashbackCents) * CENTS_OF_HUNDRED,
        }}
      />
    </TotalPanels>
  );
}
