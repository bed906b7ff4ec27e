import { formatCents } from 'domain/money';
import { errorSentence } from 'federation/error-sentence';
import { BadgePercent, ReceiptText, ShoppingBag, Sparkles, Users, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { trpc } from '../../lib/trpc.ts';
import { CurrentMonthSkeleton } from './current-month-skeleton.tsx';
import { MonthPanel, MonthPanels } from './month-panel.tsx';
import type { MonthSummary } from './month-summary.ts';

/** The signed-in merchant's current month, in the API's own figures. */
export function CurrentMonth() {
  const month = trpc.reports.currentMonth.useQuery(undefined, {
    // The counter's screens have another cache: whoever comes from a sale must find it counted.
    staleTime: 0,
    // Without a network it says so instead of waiting behind the skeleton.
    networkMode: 'always',
  });
  if (month.data) return <Figures month={month.data} />;
  if (month.isPending || month.isFetching) {
    return (
      <ScreenState state="loading" label="Carregando os números do mês">
        <CurrentMonthSkeleton />
      </ScreenState>
    );
  }
  return (
    <Card>
      <ScreenState
        state="failed"
        message={errorSentence(month.error, 'Não foi possível carregar os números do mês')}
        onRetry={() => void month.refetch()}
      />
    </Card>
  );
}

function Figures({ month }: { month: MonthSummary }) {
  if (month.customers === 0 && month.transactions === 0) return <NothingYet />;
  return (
    <>
      <StatGrid>
        <StatTile
          title="Total de Clientes"
          value={month.customers.toLocaleString('pt-BR')}
          icon={<Users />}
          color="blue"
          trend={
            month.newCustomers > 0 ? `+${month.newCustomers.toLocaleString('pt-BR')} este mês` : undefined
          }
        />
        <StatTile
          title="Transações"
          value={month.transactions.toLocaleString('pt-BR')}
          icon={<ShoppingBag />}
          color="green"
        />
        <StatTile
          title="Cashback Distribuído"
          value={formatCents(month.cashbackCents)}
          icon={<BadgePercent />}
          color="purple"
        />
        <StatTile
          title="Ticket Médio"
          value={formatCents(month.averageTicketCents)}
          icon={<ReceiptText />}
          color="orange"
        />
      </StatGrid>
      <MonthPanels>
        <MonthPanel
          title="Cashback Ativo"
          description="Total distribuído no mês"
          cents={month.cashbackCents}
          icon={<Sparkles />}
        />
        <MonthPanel
          title="Resgates Realizados"
          description="Total resgatado no mês"
          cents={month.redeemedCents}
          icon={<Wallet />}
        />
      </MonthPanels>
    </>
  );
}

function NothingYet() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<ShoppingBag />}
        title="Nenhuma venda registrada ainda"
        description="Gere o primeiro cashback e os números do mês aparecem aqui."
        action={
          <Link to="/cashback" className={buttonClassName({})}>
            Gerar Cashback
          </Link>
        }
      />
    </Card>
  );
}
