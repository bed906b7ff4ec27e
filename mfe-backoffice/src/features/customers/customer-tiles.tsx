import { formatCents } from 'domain/money';
import { Clock, Coins, ShoppingBag, Wallet } from 'lucide-react';
import { StatGrid, StatTile } from 'ui/stat-tile';
import type { CustomerDetail } from './customer-detail.ts';

/** Three tiles or, with credit still to mature, four. */
export function CustomerTiles({ customer }: { customer: CustomerDetail }) {
  return (
    <StatGrid>
      <StatTile
        title="Saldo disponível"
        value={formatCents(customer.availableCents)}
        icon={<Wallet />}
        color="green"
      />
      {customer.maturingCents > 0 && (
        <StatTile
          title="A liberar"
          value={formatCents(customer.maturingCents)}
          icon={<Clock />}
          color="orange"
        />
      )}
      <StatTile
        title="Total acumulado"
        value={formatCents(customer.totalCashbackCents)}
        icon={<Coins />}
        color="purple"
      />
      <StatTile
        title="Total gasto"
        value={formatCents(customer.totalSpentCents)}
        icon={<ShoppingBag />}
        color="blue"
      />
    </StatGrid>
  );
}
