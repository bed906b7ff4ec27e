import { useParams } from 'react-router-dom';
import { type AlertQuery, AlertScreen } from '../features/alerts/alert-screen.tsx';
import { AlertsGate } from '../features/alerts/alerts-gate.tsx';
import type { ShownAlert } from '../features/alerts/use-alerts.ts';
import { PurchaseCode } from '../features/cashback/purchase-code.tsx';
import { focusRow } from '../features/movements/focus-row.ts';
import { PurchasesCard } from '../features/movements/purchases-card.tsx';
import { RedemptionsCard } from '../features/movements/redemptions-card.tsx';
import { RedemptionCode } from '../features/redemptions/redemption-code.tsx';

const focusCodeOf = (id: string) => focusRow(id, 'code');

export function AlertRoute() {
  const { alertId = '' } = useParams();
  return (
    <>
      <AlertsGate>
        <AlertScreen key={alertId} id={alertId} movements={movementsOf} />
      </AlertsGate>
      <PurchaseCode onClosed={focusCodeOf} />
      <RedemptionCode onClosed={focusCodeOf} />
    </>
  );
}

function movementsOf({ purchases, redemptions }: ShownAlert, query: AlertQuery) {
  const shared = { query, empty: null, isOneCustomer: false };
  return (
    <>
      {purchases.length > 0 && (
        <PurchasesCard
          {...shared}
          title="Compras"
          description="As compras deste alerta. Estornar tira o cashback que ainda não foi usado."
          movements={purchases}
        />
      )}
      {redemptions.length > 0 && (
        <RedemptionsCard
          {...shared}
          title="Resgates"
          description="Os resgates deste alerta."
          movements={redemptions}
        />
      )}
    </>
  );
}
