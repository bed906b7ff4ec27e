import { formatCents } from 'domain/money';
import { BadgePercent, Banknote, ShoppingBag, Wallet } from 'lucide-react';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { StatTileSkeleton } from 'ui/stat-tile-skeleton';
import { Answer } from '../../lib/answer.tsx';
import { formatCount } from '../../lib/number-formats.ts';
import { trpc } from '../../lib/trpc.ts';

/** What the signed-in employee recorded today, without reversals. */
export function OwnDay() {
  // Another cache than the counter's: a purchase recorded there must be counted here.
  const query = trpc.reports.ownDay.useQuery(undefined, { staleTime: 0 });
  return (
    <Answer
      query={query}
      label="Carregando o seu dia"
      failure="Não foi possível carregar o seu dia"
      skeleton={
        <StatGrid>
          {[1, 2, 3, 4].map((tile) => (
            <StatTileSkeleton key={tile} trend />
          ))}
        </StatGrid>
      }
    >
      {({ purchases, revenueCents, cashbackCents, redemptions, redeemedCents }) => (
        <StatGrid>
          <StatTile
            title="Suas vendas"
            value={formatCount(purchases)}
            icon={<ShoppingBag />}
            color="blue"
            note="Hoje, sem os estornos"
          />
          <StatTile
            title="Valor vendido"
            value={formatCents(revenueCents)}
            icon={<Banknote />}
            color="green"
            note="Por você, hoje"
          />
          <StatTile
            title="Cashback"
            value={formatCents(cashbackCents)}
            icon={<BadgePercent />}
            color="purple"
            note="Nas suas vendas"
          />
          <StatTile
            title="Resgates"
            value={formatCents(redeemedCents)}
            icon={<Wallet />}
            color="orange"
            note={redemptions === 1 ? '1 resgate' : `${formatCount(redemptions)} resgates`}
          />
        </StatGrid>
      )}
    </Answer>
  );
}
