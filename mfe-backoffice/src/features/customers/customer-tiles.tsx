import { formatCents } from 'domain/money';
import { Clock, Coins, ShoppingBag, Wallet } from 'lucide-react';
import { StatTile } from 'ui/stat-tile';
import type { CustomerDetail } from './customer-detail.ts';
import styles from './customer-tiles.module.css';

export function CustomerTiles({ customer }: { customer: CustomerDetail }) {
  return (
    <div className={styles.frame}>
      <div className={styles.tiles}>
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
      </div>
    </div>
  );
}
