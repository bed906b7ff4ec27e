import { formatCents } from 'domain/money';
import { BadgePercent, ReceiptText, ShoppingBag, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { StatGrid, StatTile } from 'ui/stat-tile';
import { formatCount } from '../../lib/number-formats.ts';

/** Before the first purchase: the cards that will count, and nothing that compares or divides by none. */
export function NothingYet({ customers }: { customers: number }) {
  return (
    <>
      <StatGrid>
        <StatTile title="Total de Clientes" value={formatCount(customers)} icon={<Users />} color="blue" />
        <StatTile title="Transações" value={formatCount(0)} icon={<ShoppingBag />} color="green" />
        <StatTile
          title="Cashback Distribuído"
          value={formatCents(0)}
          icon={<BadgePercent />}
          color="purple"
        />
        <StatTile title="Ticket Médio" value={formatCents(0)} icon={<ReceiptText />} color="orange" />
      </StatGrid>
      <Card>
        <ScreenState
          state="empty"
          icon={<ShoppingBag />}
          title="Nenhuma venda registrada ainda"
          description="Gere o primeiro cashback e os números do período aparecem aqui."
          action={
            <Link to="/cashback" className={buttonClassName({})}>
              Gerar Cashback
            </Link>
          }
        />
      </Card>
    </>
  );
}
