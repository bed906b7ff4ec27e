import { PageHeader } from 'ui/page-header';
import { AlertSettingsScreen } from '../features/alerts/alert-settings-screen.tsx';
import { AlertsGate } from '../features/alerts/alerts-gate.tsx';

export function AlertSettingsRoute() {
  return (
    <>
      <PageHeader
        title="Limites dos alertas"
        description="A partir de quando a loja quer ser avisada. O efeito nos últimos 90 dias aparece antes de salvar."
      />
      <AlertsGate>
        <AlertSettingsScreen />
      </AlertsGate>
    </>
  );
}
