import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { PageHeader } from 'ui/page-header';
import { AlertsGate } from '../features/alerts/alerts-gate.tsx';
import { AlertsScreen } from '../features/alerts/alerts-screen.tsx';

export function AlertsRoute() {
  return (
    <>
      <PageHeader
        title="Alertas"
        description="Operações do balcão que merecem uma conferência. Nenhum alerta muda um saldo sozinho."
        actions={
          <Link to="/alerts/settings" className={buttonClassName({ variant: 'secondary' })}>
            Limites
          </Link>
        }
      />
      <AlertsGate>
        <AlertsScreen />
      </AlertsGate>
    </>
  );
}
