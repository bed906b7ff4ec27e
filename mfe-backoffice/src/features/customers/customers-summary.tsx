import { formatCents } from 'domain/money';
import { failureMessage } from 'federation/error-message';
import { Receipt, ShoppingBag, Users, Wallet } from 'lucide-react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { trpc } from '../../lib/trpc.ts';

const countFormat = new Intl.NumberFormat('pt-BR');

/** The whole clientele in four numbers, whatever is searched below. */
export function CustomersSummary() {
  const { data: summary, error, isFetching, refetch } = trpc.customers.summary.useQuery();
  if (!summary && error) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar o resumo dos clientes')}
          onRetry={refetch}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (!summary) {
    return (
      <ScreenState state="loading" label="Carregando resumo dos clientes">
        <StatGrid>
          {[1, 2, 3, 4].map((tile) => (
            <StatTileSkeleton key={tile} trend />
          ))}
        </StatGrid>
      </ScreenState>
    );
  }
  return (
    <StatGrid>
      <StatTile
        title="Total de Clientes"
        value={countFormat.format(summary.customers)}
        icon={<Users />}
        color="blue"
      />
      <StatTile
        title="Cashback Ativo"
        value={formatCents(summary.availableCents)}
        icon={<Wallet />}
        color="green"
        note="Podem usar agora"
      />
      <StatTile
        title="Total Gasto"
        value={formatCents(summary.totalSpentCents)}
        icon={<ShoppingBag />}
        color="purple"
      />
      <StatTile
        title="Ticket Médio"
        value={formatCents(summary.averageTicketCents)}
        icon={<Receipt />}
        color="orange"
      />
    </StatGrid>
  );
}
