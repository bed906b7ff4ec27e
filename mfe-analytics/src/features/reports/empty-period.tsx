import type { Period } from 'domain/report-periods';
import { CalendarClock, ShoppingBag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import styles from './overview.module.css';

/** In place of the charts where there is nothing to draw: why that may be, and where to go from here. */
export function EmptyPeriod({ period, today }: { period: Period; today: string }) {
  return (
    <Card className={styles.wide}>
      {period.from <= today && today <= period.to ? (
        <ScreenState
          state="empty"
          icon={<ShoppingBag />}
          title="Nenhuma movimentação neste período"
          description="Gere um cashback para ver as vendas aqui, ou escolha outras datas acima."
          action={
            <Link to="/cashback" className={buttonClassName({})}>
              Gerar Cashback
            </Link>
          }
        />
      ) : (
        <ScreenState
          state="empty"
          icon={<CalendarClock />}
          title={
            period.from > today ? 'Este período ainda não começou' : 'Nenhuma movimentação neste período'
          }
          description="Escolha outras datas acima ou veja o mês atual."
          action={
            <Link to="/reports" className={buttonClassName({ variant: 'secondary' })}>
              Ver o mês atual
            </Link>
          }
        />
      )}
    </Card>
  );
}
